//! What differs in the [conversations](crate::common::script) of this protocol:
//!
//! ```text
//! set thinking 0.1 60      a setting of the case
//! 0 hears dc               the next line must have this command...
//! 0 hears update {"next_team": "team0"}      ...and these fields, perhaps among others
//! 0 hears nothing          the other side hangs up
//! 0 says {"cmd": "dc_ok", "name": "zero"}
//! both ready               the usual beginning, up to the first update
//! turned team0: no answer  the next who was turned away, and why; the text begins with this
//! ```

use crate::common::peer::Peer;
use serde_json::Value;

/// What a peer does in a step; the peer, unless it hung up.
pub fn act(mut peer: Peer, step: &str, place: &str) -> Option<Peer> {
    let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
    if verb == "hears" {
        hear(&mut peer, rest, place);
        return Some(peer);
    }
    peer.act(verb, rest, place)
}

fn hear(peer: &mut Peer, expected: &str, place: &str) {
    let (command, fields) = expected.split_once(' ').unwrap_or((expected, "{}"));
    let heard = peer.hear_json();
    if command == "nothing" {
        assert_eq!(heard, None, "{place}");
        return;
    }
    let heard = heard.unwrap_or_else(|| panic!("{place}: no {command}"));
    assert_eq!(heard["cmd"], command, "{place}: {heard}");
    let fields: Value = serde_json::from_str(fields).expect("JSON");
    assert!(contains(&heard, &fields), "{place}: {fields} in {heard}");
}

/// Whether everything in `part` is in `whole`.
fn contains(whole: &Value, part: &Value) -> bool {
    match part {
        Value::Object(fields) => fields
            .iter()
            .all(|(name, value)| whole.get(name).is_some_and(|whole| contains(whole, value))),
        _ => whole == part,
    }
}
