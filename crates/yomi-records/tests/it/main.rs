//! Records of all games: what is read, what is refused and where, and that what is written is read
//! again.

mod curling;
mod sgf;
mod shogi;

mod dc2 {
    mod logs;
}

mod dc3 {
    mod logs;
}
