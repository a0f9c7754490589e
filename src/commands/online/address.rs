//! Where a server is.

use std::str::FromStr;

/// A server's name or address, perhaps with a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// The name or the address.
    pub host: String,
    /// The port; if there is none, the usual one of the protocol is meant.
    pub port: Option<u16>,
}

impl FromStr for Address {
    type Err = String;

    /// Reads `host`, `host:port` or, since addresses of six parts have colons too, `[host]:port`.
    fn from_str(text: &str) -> Result<Address, String> {
        let expected = || "expected HOST or HOST:PORT with a port from 1 to 65535".to_owned();
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (host, rest) = rest.split_once(']').ok_or_else(expected)?;
                let port = match rest {
                    "" => None,
                    rest => Some(rest.strip_prefix(':').ok_or_else(expected)?),
                };
                (host, port)
            }
            None if text.matches(':').count() > 1 => (text, None),
            None => match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, None),
            },
        };
        let port = port.map(|port| port.parse().ok().filter(|&port: &u16| port > 0));
        let port = port.map(|port| port.ok_or_else(expected)).transpose()?;
        if host.is_empty() || host.contains(char::is_whitespace) {
            return Err(expected());
        }
        let host = host.to_owned();
        Ok(Address { host, port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_and_without_a_port() {
        let read = |text: &str| text.parse::<Address>().map_err(|_| ());
        let at = |host: &str, port| {
            let host = host.to_owned();
            Ok(Address { host, port })
        };
        assert_eq!(read("go.example.org"), at("go.example.org", None));
        assert_eq!(read("localhost:6819"), at("localhost", Some(6819)));
        assert_eq!(read("::1"), at("::1", None));
        assert_eq!(read("[::1]:70"), at("::1", Some(70)));
        assert_eq!(read("[::1]"), at("::1", None));
        for wrong in [
            "", ":1", "h:", "h:0", "h:x", "h:65536", "[::1", "[::1]70", "[::1]:", "a b",
        ] {
            assert_eq!(read(wrong), Err(()), "{wrong}");
        }
    }
}
