//! Manifests, libraries and runs of a laboratory in miniature.

mod engines;
mod learnings;
mod lessons;
mod libraries;
mod manifests;
mod measured_manifests;
mod runs;
mod signatures;
mod support;
mod trainings;
