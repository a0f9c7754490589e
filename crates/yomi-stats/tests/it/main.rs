//! Statistics against published and independently computed values.

mod hypothesis;
mod interval;
mod rating;
mod score;
mod sprt;
