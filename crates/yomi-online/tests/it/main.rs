//! Clients and servers over real sockets.

mod cgos;
mod common;
mod csa;
mod dc2;
mod dc3;
