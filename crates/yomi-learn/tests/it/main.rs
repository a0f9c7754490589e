//! From games to weights: what is played, learned, kept on disk and read back.

mod disorder;
mod games;
mod networks;
mod selective;
mod self_play;
