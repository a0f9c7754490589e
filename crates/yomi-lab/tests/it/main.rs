//! Manifests, libraries and runs of a laboratory in miniature.

mod engines;
mod libraries;
mod manifests;
mod measured_manifests;
mod runs;
mod support;
mod trainings;
