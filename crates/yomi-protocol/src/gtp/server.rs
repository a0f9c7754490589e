//! One of our engines as a program for others.
