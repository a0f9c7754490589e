//! What these tests share.

use yomi_core::params::Parameters as _;
use yomi_search::uct::UctParams;

/// Settings such as `solver=false batch=4`, or with commas between them.
pub fn params(settings: &str) -> UctParams {
    let mut params = UctParams::default();
    let given = settings.split([' ', ',', '\n']);
    for setting in given.filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=').unwrap();
        assert!(params.set(name, value).unwrap(), "no parameter {name}");
    }
    params
}
