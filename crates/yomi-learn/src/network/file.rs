//! Networks as files: safetensors with a header that describes the game, the features and the training.
//!
//! Stage `n` has the tensors `n.inputs` (the numbers of the inputs that were ever seen), `n.rows`
//! (their rows, then the biases) and `n.output`, numbers in bfloat16; a stage that had nothing to
//! learn from has none. The header ends with a [checksum](crate::checksum).
//! A file with any inconsistency is refused with the reason.

use super::{LANES, Network, long, short};
use crate::checksum::{Damaged, Form};
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, TensorView, View, serialize};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use thiserror::Error;

const VERSION: u32 = 1;

/// Under which name the header stands in the file's metadata.
const HEADER: &str = "yomi_network";

/// Why a network could not be read.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// The file is not what was written.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// Not a safetensors file, or a damaged one.
    #[error("not a network file: {0}")]
    Container(#[from] SafeTensorError),
    /// The header is missing or cannot be read.
    #[error("the file's header is not that of a network: {0}")]
    Header(String),
    /// Made for something else.
    #[error("the network's {what} is '{found}': expected '{expected}'")]
    Purpose {
        /// The part of the header.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// A tensor does not have the right type, shape or numbers.
    #[error("tensor '{tensor}': {problem}")]
    Tensor {
        /// The tensor.
        tensor: String,
        /// The problem.
        problem: String,
    },
}

/// The purpose and origin of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    version: u32,
    /// The game.
    pub game: String,
    /// The features it sees.
    pub features: String,
    /// The number of features.
    pub inputs: usize,
    /// The number of stages.
    pub stages: usize,
    /// The command that made it, and from what.
    pub made_by: String,
}

impl Header {
    /// A header of the version written here.
    pub fn new(game: &str, features: &str, inputs: usize, stages: usize, made_by: &str) -> Header {
        Header {
            version: VERSION,
            game: game.to_owned(),
            features: features.to_owned(),
            inputs,
            stages,
            made_by: made_by.to_owned(),
        }
    }
}

/// The contents of a network file.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// Its purpose and origin.
    pub header: Header,
    /// One network per stage, where there is one.
    pub networks: Vec<Option<Network>>,
    /// A note for the user about the file that was read.
    pub remark: Option<&'static str>,
}

impl NetworkFile {
    /// The file for these networks, one per stage.
    pub fn new(header: Header, networks: Vec<Option<Network>>) -> NetworkFile {
        NetworkFile {
            header,
            networks,
            remark: None,
        }
    }

    /// The file's bytes. The same networks give the same bytes; networks that are not
    /// [shortened](Network::shortened) lose what a file does not hold.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut tensors = Vec::new();
        for (stage, network) in self.networks.iter().enumerate() {
            if let Some(network) = network {
                tensors.extend(tensors_of(stage, network));
            }
        }
        let header = serde_json::to_string(&self.header).expect("texts and numbers are writable");
        let metadata = HashMap::from([(HEADER.to_owned(), header)]);
        let bytes = serialize(tensors, Some(metadata));
        Form::Safetensors.with_checksum(&bytes.expect("shapes and sizes agree by construction"))
    }

    /// Reads a file's bytes. One without a checksum is read with a remark.
    pub fn parse(bytes: &[u8]) -> Result<NetworkFile, NetworkFileError> {
        let contents = Form::Safetensors.checked(bytes)?;
        let bytes = &contents.bytes[..];
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let header = metadata
            .metadata()
            .as_ref()
            .and_then(|entries| entries.get(HEADER))
            .ok_or_else(|| NetworkFileError::Header(format!("there is no '{HEADER}' in it")))?;
        let header: Header = serde_json::from_str(header)
            .map_err(|error| NetworkFileError::Header(error.to_string()))?;
        if header.version != VERSION {
            return Err(purpose("version", &header.version, &VERSION));
        }
        if header.stages > MOST_STAGES || header.inputs > MOST_INPUTS {
            return Err(NetworkFileError::Header(format!(
                "{} stages of {} inputs, expected at most {MOST_STAGES} of {MOST_INPUTS}",
                header.stages, header.inputs
            )));
        }
        let tensors = SafeTensors::deserialize(bytes)?;
        let mut room = MOST_WEIGHTS;
        let networks =
            (0..header.stages).map(|stage| network_of(&tensors, stage, header.inputs, &mut room));
        let networks = networks.collect::<Result<Vec<_>, _>>()?;
        let expected = 3 * networks.iter().flatten().count();
        if tensors.len() != expected {
            return Err(NetworkFileError::Header(format!(
                "there are {} tensors, expected {expected}: three for each of the stages that \
                 have any",
                tensors.len()
            )));
        }
        Ok(NetworkFile {
            header,
            networks,
            remark: contents.remark,
        })
    }

    /// The networks, if they are for this game and these features.
    pub fn networks_for(
        self,
        game: &str,
        features: &str,
        inputs: usize,
        stages: usize,
    ) -> Result<Vec<Option<Network>>, NetworkFileError> {
        let header = &self.header;
        if header.game != game {
            return Err(purpose("game", &header.game, &game));
        }
        if header.features != features {
            return Err(purpose("kind of features", &header.features, &features));
        }
        if header.inputs != inputs {
            return Err(purpose("number of inputs", &header.inputs, &inputs));
        }
        if header.stages != stages {
            return Err(purpose("number of stages", &header.stages, &stages));
        }
        Ok(self.networks)
    }
}

/// What a header may claim, so that a damaged one cannot claim all memory.
const MOST_STAGES: usize = 1 << 10;
const MOST_INPUTS: usize = 1 << 20;
const MOST_HIDDEN: usize = 1 << 12;
const MOST_WEIGHTS: usize = 1 << 26;

fn purpose(
    what: &'static str,
    found: &dyn std::fmt::Display,
    expected: &dyn std::fmt::Display,
) -> NetworkFileError {
    NetworkFileError::Purpose {
        what,
        found: found.to_string(),
        expected: expected.to_string(),
    }
}

/// A tensor that owns its bytes.
struct Owned {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Owned {
    fn floats(shape: Vec<usize>, values: &[f32]) -> Owned {
        Owned {
            dtype: Dtype::BF16,
            shape,
            bytes: values
                .iter()
                .flat_map(|&value| short(value).to_le_bytes())
                .collect(),
        }
    }
}

impl View for Owned {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

fn names(stage: usize) -> [String; 3] {
    ["inputs", "rows", "output"].map(|part| format!("{stage}.{part}"))
}

fn tensors_of(stage: usize, network: &Network) -> [(String, Owned); 3] {
    let hidden = network.hidden;
    let (rows, biases) = network.rows.split_at(network.inputs * hidden);
    let mut inputs: Vec<u8> = Vec::new();
    let mut kept = Vec::new();
    for (input, row) in rows.chunks_exact(hidden).enumerate() {
        if row.iter().any(|&weight| weight != 0.0) {
            inputs.extend((input as u32).to_le_bytes());
            kept.extend_from_slice(row);
        }
    }
    kept.extend_from_slice(biases);
    let count = inputs.len() / 4;
    let inputs = Owned {
        dtype: Dtype::U32,
        shape: vec![count],
        bytes: inputs,
    };
    let [input_name, row_name, output_name] = names(stage);
    [
        (input_name, inputs),
        (row_name, Owned::floats(vec![count + 1, hidden], &kept)),
        (
            output_name,
            Owned::floats(vec![hidden + 1], &network.output),
        ),
    ]
}

fn network_of(
    tensors: &SafeTensors,
    stage: usize,
    inputs: usize,
    room: &mut usize,
) -> Result<Option<Network>, NetworkFileError> {
    let [input_name, row_name, output_name] = names(stage);
    let found = [&input_name, &row_name, &output_name].map(|name| tensors.tensor(name).ok());
    let (input, row, output) = match found {
        [None, None, None] => return Ok(None),
        [Some(input), Some(row), Some(output)] => (input, row, output),
        _ => return Err(wrong(&row_name, "its stage is incomplete".to_owned())),
    };
    let (&[count], Dtype::U32) = (input.shape(), input.dtype()) else {
        return Err(wrong(&input_name, shape_problem(&input, "a list of U32")));
    };
    let (&[height, hidden], Dtype::BF16) = (row.shape(), row.dtype()) else {
        return Err(wrong(&row_name, shape_problem(&row, "a table of BF16")));
    };
    if height != count + 1 || hidden == 0 || hidden % LANES != 0 || hidden > MOST_HIDDEN {
        let expected = format!("{} rows of a multiple of {LANES}", count + 1);
        return Err(wrong(&row_name, shape_problem(&row, &expected)));
    }
    if output.dtype() != Dtype::BF16 || output.shape() != [hidden + 1] {
        let expected = format!("a list of {} BF16", hidden + 1);
        return Err(wrong(&output_name, shape_problem(&output, &expected)));
    }
    *room = room.checked_sub(inputs * hidden).ok_or_else(|| {
        let problem = format!("with it there are more than {MOST_WEIGHTS} weights");
        wrong(&row_name, problem)
    })?;
    let mut network = Network::zero(inputs, hidden);
    let rows = floats(&row_name, &row)?;
    let (rows, biases) = rows.split_at(count * hidden);
    let mut last = None;
    let (numbers, _) = input.data().as_chunks::<4>();
    for (number, weights) in numbers.iter().zip(rows.chunks_exact(hidden)) {
        let number = u32::from_le_bytes(*number) as usize;
        if number >= inputs || last.is_some_and(|last| number <= last) {
            let problem = format!("input {number}: expected rising numbers below {inputs}");
            return Err(wrong(&input_name, problem));
        }
        last = Some(number);
        network.rows[number * hidden..(number + 1) * hidden].copy_from_slice(weights);
    }
    network.rows[inputs * hidden..].copy_from_slice(biases);
    network.output = floats(&output_name, &output)?;
    Ok(Some(network))
}

fn floats(name: &str, tensor: &TensorView) -> Result<Vec<f32>, NetworkFileError> {
    let (words, _) = tensor.data().as_chunks::<2>();
    let values: Vec<f32> = words
        .iter()
        .map(|word| long(u16::from_le_bytes(*word)))
        .collect();
    match values.iter().position(|value| !value.is_finite()) {
        Some(place) => Err(wrong(name, format!("number {place} is not finite"))),
        None => Ok(values),
    }
}

fn wrong(tensor: &str, problem: String) -> NetworkFileError {
    NetworkFileError::Tensor {
        tensor: tensor.to_owned(),
        problem,
    }
}

fn shape_problem(tensor: &TensorView, expected: &str) -> String {
    format!(
        "{:?} of shape {:?}, expected {expected}",
        tensor.dtype(),
        tensor.shape()
    )
}
