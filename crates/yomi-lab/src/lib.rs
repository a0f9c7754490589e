//! yomi-lab
