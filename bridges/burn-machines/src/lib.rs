//! burn's remote devices: servers that compute, and the network of the example `digits` that learns on two of them.
//!
//! The network is that of `bridges/burn/examples/digits`, file by file: a typed module does not know where it computes.
#![warn(clippy::too_many_lines)]

#[path = "../../../examples/digits/data.rs"]
#[allow(dead_code, reason = "it is shared with the example of the host")]
mod data;
#[path = "../../../examples/digits/layers.rs"]
pub mod layers;
#[path = "../../burn/examples/digits/model.rs"]
pub mod model;
#[path = "../../../examples/digits/random.rs"]
pub mod random;
#[path = "../../burn/examples/digits/training.rs"]
mod training;

use std::error::Error;
use std::net::TcpListener;
use std::thread;

use burn::remote::RemoteHost;
use burn::server::{RemoteServer, WebSocketTransport};
use burn::tensor::Device;
use burn::tensor::distributed::{DistributedConfig, ReduceOperation};
use burn::train::{ExecutionStrategy, MultiDeviceOptim};
use shapecheck::TensorOn;
use shapecheck_burn::{Burn, burn};

pub use training::{Trained, train};

/// Where the tensors of [`layers`] are.
type Array<T, S> = TensorOn<T, S, Burn>;

/// A device of a server that this process starts, with an address of this machine alone. It lives until the process
/// ends.
///
/// # Errors
///
/// Returns an error if there is no port left, or if the server does not answer.
pub fn machine() -> Result<Device, Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let host = RemoteHost::websocket(&format!("ws://{}", listener.local_addr()?));
    thread::spawn(move || {
        RemoteServer::new([Device::flex()]).serve(WebSocketTransport::from_listener(listener))
    });
    Ok(Device::remote_options(&host).init()?)
}

/// How two devices learn together: each computes the gradients of half of the batches.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// The first device adds them up and makes the steps.
    Main,
    /// Each device makes the steps of some of the parameters.
    Sharded,
    /// Each device makes all steps, with the gradients of both.
    AllReduce,
}

impl Way {
    /// Each with its name.
    pub const ALL: [(&str, Self); 3] = [
        ("to the first device", Self::Main),
        ("shared out", Self::Sharded),
        ("to all (`all_reduce`)", Self::AllReduce),
    ];

    /// The strategy of burn's loop of training.
    #[must_use]
    pub fn strategy(self, devices: [Device; 2]) -> ExecutionStrategy {
        let devices = devices.into();
        match self {
            Self::Main => ExecutionStrategy::multi(devices, MultiDeviceOptim::OptimMainDevice),
            Self::Sharded => ExecutionStrategy::multi(devices, MultiDeviceOptim::OptimSharded),
            Self::AllReduce => {
                let all_reduce = ReduceOperation::Mean;
                ExecutionStrategy::ddp(
                    devices,
                    DistributedConfig {
                        all_reduce_op: all_reduce,
                    },
                )
            }
        }
    }
}
