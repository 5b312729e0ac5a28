//! The five functions that compiled code calls without asking, and that a C library would bring. Plain, not fast.

/// # Safety
///
/// As in C: both ranges of `len` bytes are valid and do not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    let mut at = 0;
    while at < len {
        // SAFETY: `at < len`, and the caller vouches for `len` bytes on both sides.
        unsafe { *to.add(at) = *from.add(at) };
        at += 1;
    }
    to
}

/// # Safety
///
/// As in C: both ranges of `len` bytes are valid; they may overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    if to.addr() <= from.addr() {
        // SAFETY: the caller's promise; copying upwards, each byte is read before it is overwritten.
        return unsafe { memcpy(to, from, len) };
    }
    let mut at = len;
    while at > 0 {
        at -= 1;
        // SAFETY: `at < len`; copying downwards, each byte is read before it is overwritten.
        unsafe { *to.add(at) = *from.add(at) };
    }
    to
}

/// # Safety
///
/// As in C: the range of `len` bytes is valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn memset(to: *mut u8, byte: i32, len: usize) -> *mut u8 {
    let mut at = 0;
    while at < len {
        // SAFETY: `at < len`, and the caller vouches for `len` bytes.
        unsafe { *to.add(at) = byte.to_le_bytes()[0] };
        at += 1;
    }
    to
}

/// # Safety
///
/// As in C: both ranges of `len` bytes are valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
    let mut at = 0;
    while at < len {
        // SAFETY: `at < len`, and the caller vouches for `len` bytes on both sides.
        let (left, right) = unsafe { (*left.add(at), *right.add(at)) };
        if left != right {
            return i32::from(left) - i32::from(right);
        }
        at += 1;
    }
    0
}

/// # Safety
///
/// As in C: both ranges of `len` bytes are valid.
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(left: *const u8, right: *const u8, len: usize) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { memcmp(left, right, len) }
}
