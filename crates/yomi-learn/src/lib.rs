//! yomi-learn
