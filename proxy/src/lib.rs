//! proxy

pub mod link;
pub mod net;
pub mod shutdown;
