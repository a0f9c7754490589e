//! Engines behind pipes, ours and others.

mod gtp_server;
mod usi_server;

mod clients {
    mod gtp;
    mod judge;
    mod matches;
    mod usi;
}
