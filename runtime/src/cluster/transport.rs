//! Messages between ranks, whatever carries them.

/// Messages of a channel arrive in the order in which they were sent, whatever other channels carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Channel {
    /// Parts of arrays and results, on the thread that runs `main` alone.
    Data,
    /// What rank 0 has read from outside, on any thread.
    Input,
}

pub const CHANNELS: usize = 2;

/// What carries messages. Whatever fails ends the process.
pub trait Transport: Send + Sync {
    /// This process's number, from 0.
    fn rank(&self) -> usize;
    /// How many there are.
    fn size(&self) -> usize;
    /// Sends a message, the parts one behind the other. Does not wait until it is received.
    fn send(&self, to: usize, channel: Channel, parts: &[&[u8]]);
    /// Waits for the next message of a rank.
    fn receive(&self, from: usize, channel: Channel) -> Vec<u8>;
    /// This rank is at its end, as it should be: it will send and receive no more.
    fn end(&self);
    /// Ends this process and tells the others to end too.
    fn abort(&self, code: i32) -> !;
}
