//! Searches, on toy games whose answers are known.

mod alphabeta_games;
mod alphabeta_trees;
mod dpw;
mod flat;
mod foresight;
mod halving;
mod kr_uct;
mod playout;
mod policy;
mod support;
mod time_limits;
mod uct_corners;
mod uct_experience;
mod uct_games;
mod uct_selected;
mod uct_trees;
