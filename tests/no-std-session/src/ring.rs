//! A ring of bytes: what one side puts in, the other takes out, in order. Not a lock: on a machine where both run at
//! once, they share it under one.

/// Up to `BYTES` bytes on their way.
#[derive(Debug)]
pub struct Ring<const BYTES: usize> {
    bytes: [u8; BYTES],
    start: usize,
    len: usize,
}

impl<const BYTES: usize> Ring<BYTES> {
    /// An empty ring.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; BYTES], start: 0, len: 0 }
    }

    /// Puts in what fits, and says how many bytes that were.
    pub fn put(&mut self, bytes: &[u8]) -> usize {
        let free = BYTES - self.len;
        let mut count = 0;
        for byte in bytes.iter().take(free) {
            let end = (self.start + self.len) % BYTES;
            let Some(place) = self.bytes.get_mut(end) else { break };
            *place = *byte;
            self.len += 1;
            count += 1;
        }
        count
    }

    /// Takes out what is there and fits into `bytes`, and says how many bytes that were.
    pub fn take(&mut self, bytes: &mut [u8]) -> usize {
        let mut count = 0;
        for (to, _) in bytes.iter_mut().zip(0..self.len) {
            let Some(byte) = self.bytes.get(self.start) else { break };
            *to = *byte;
            self.start = (self.start + 1) % BYTES;
            self.len -= 1;
            count += 1;
        }
        count
    }
}

impl<const BYTES: usize> Default for Ring<BYTES> {
    fn default() -> Self {
        Self::new()
    }
}
