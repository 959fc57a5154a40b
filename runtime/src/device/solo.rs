//! One runtime of a process at a time. Several libraries may be in it, each with a runtime of its own, and some drivers do not take it well when two
//! threads start them at once.
//!
//! The runtimes know nothing of each other, so what they share is a name of the system's that has the process's number in it: an abstract address,
//! which one socket can have, and which is free again when that is closed.

/// Held while a driver is started.
pub struct Solo {
    #[cfg(target_os = "linux")]
    _socket: Option<std::os::unix::net::UnixListener>,
}

/// Waits until no other runtime of the process is in such a part. Where the system has no such addresses, it waits for nobody.
#[cfg(target_os = "linux")]
pub fn enter() -> Solo {
    use std::io::ErrorKind;
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixListener};
    let Ok(address) = SocketAddr::from_abstract_name(format!("somd-starts-devices-{}", std::process::id())) else {
        return Solo { _socket: None };
    };
    loop {
        match UnixListener::bind_addr(&address) {
            Ok(socket) => return Solo { _socket: Some(socket) },
            Err(e) if e.kind() == ErrorKind::AddrInUse => std::thread::sleep(std::time::Duration::from_millis(1)),
            Err(_) => return Solo { _socket: None },
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enter() -> Solo {
    Solo {}
}
