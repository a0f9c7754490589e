//! Kit: being written.
/// Kit.
pub struct Kit;
