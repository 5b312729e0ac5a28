//! Pseudo-random numbers for tests, from a seed, so that a failure can be repeated. Compiled for tests alone.

/// Gives a number below the one asked for: xorshift with 64 bits.
pub(crate) fn generator(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).expect("it is below a `usize`")
    }
}
