//! Where clients of a view are told that brokers are.

use std::{ops::RangeInclusive, str::FromStr};

/// A host with the ports under which one sidecar, or the sidecar at each broker, shows brokers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Every broker has a sidecar with this view beside it: its host stays, the port is the view's. Sidecars' virtual brokers
    /// have a port of their own.
    Beside { port: u16, virtual_port: u16 },
    /// This sidecar has a port for each node.
    Here { host: String, ports: Vec<Ports>, otherwise: u16 },
}

/// Node ids in a row, and the port of the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ports {
    pub nodes: RangeInclusive<i32>,
    pub first: u16,
}

impl Ports {
    /// The port of a node in the row.
    #[must_use]
    pub fn of(&self, node: i32) -> Option<u16> {
        let behind = self.nodes.contains(&node).then(|| node.checked_sub(*self.nodes.start()))??;
        self.first.checked_add(u16::try_from(behind).ok()?)
    }
}

impl FromStr for Ports {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write nodes and the port of the first, like 1-3:29101";
        let (nodes, first) = text.split_once(':').ok_or(FORM)?;
        let (low, high) = nodes.split_once('-').unwrap_or((nodes, nodes));
        let id = |text: &str| text.trim().parse().ok().filter(|id: &i32| *id >= 0).ok_or(FORM);
        let nodes = id(low)?..=id(high)?;
        if nodes.is_empty() {
            return Err("the first node must not be above the last");
        }
        match first.trim().parse() {
            Ok(first @ 1..) => Ok(Self { nodes, first }),
            Ok(0) | Err(_) => Err(FORM),
        }
    }
}

impl Addresses {
    /// Host and port under which clients find `node`, which the cluster has at `host`.
    #[must_use]
    pub fn shown(&self, node: i32, host: &str, is_virtual: bool) -> (String, u16) {
        match self {
            Self::Beside { port, virtual_port } => {
                (host.to_owned(), if is_virtual { *virtual_port } else { *port })
            }
            // A node without a port of its own leads to the port that leads anywhere: it would be asked in vain for what it
            // leads, but no client is ever sent to a broker itself.
            Self::Here { host, ports, otherwise } => {
                (host.clone(), ports.iter().find_map(|ports| ports.of(node)).unwrap_or(*otherwise))
            }
        }
    }
}
