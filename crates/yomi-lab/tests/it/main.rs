//! Manifests, libraries and runs of a laboratory in miniature.

mod calibrations;
mod engines;
mod learnings;
mod libraries;
mod manifests;
mod measured_manifests;
mod patterns;
mod positions;
mod preferences;
mod repeated_matches;
mod reports;
mod runs;
mod sequential;
mod signatures;
mod stages;
mod support;
mod taught_matches;
mod trainings;
