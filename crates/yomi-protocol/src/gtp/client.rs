//! A program of others as one of our engines.
