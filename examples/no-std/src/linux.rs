//! What the program needs of Linux: an entry point, `write`, `exit` and a panic handler. Not a C library.

use core::arch::{asm, naked_asm};
use core::panic::PanicInfo;

/// `write` failed, or wrote nothing: what the kernel answered, an error as the negated `errno`.
pub struct WriteError(#[expect(dead_code, reason = "for whoever looks with a debugger")] pub isize);

/// Writes all of `text` to standard output.
pub fn print(text: &str) -> Result<(), WriteError> {
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        match write_stdout(rest) {
            EINTR => {}
            written @ 1.. => rest = rest.get(written.cast_unsigned()..).unwrap_or_default(),
            error => return Err(WriteError(error)),
        }
    }
    Ok(())
}

const STDOUT: usize = 1;
const EINTR: isize = -4;

/// Where the kernel jumps to: aligns the stack as the calling convention wants it and never returns.
///
/// # Safety
///
/// Only the kernel may enter here, once, on the fresh stack of the process.
#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C" fn _start() -> ! {
    #[cfg(target_arch = "x86_64")]
    naked_asm!("xor ebp, ebp", "and rsp, -16", "call {run}", "ud2", run = sym run);
    #[cfg(target_arch = "aarch64")]
    naked_asm!("mov x29, xzr", "mov x30, xzr", "bl {run}", "brk #1", run = sym run);
}

extern "C" fn run() -> ! {
    exit(crate::main())
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    exit(101)
}

fn write_stdout(bytes: &[u8]) -> isize {
    let result;
    // SAFETY: `write` reads `len` bytes from a live slice and touches no other memory of the process; the registers
    // that the kernel overwrites are declared.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!(
            "syscall",
            inlateout("rax") 1_isize => result,
            in("rdi") STDOUT,
            in("rsi") bytes.as_ptr(),
            in("rdx") bytes.len(),
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack, readonly),
        );
        #[cfg(target_arch = "aarch64")]
        asm!(
            "svc 0",
            in("x8") 64,
            inlateout("x0") STDOUT => result,
            in("x1") bytes.as_ptr(),
            in("x2") bytes.len(),
            options(nostack, readonly),
        );
    }
    result
}

fn exit(code: i32) -> ! {
    // SAFETY: `exit_group` ends the process; nothing runs after it that could rely on anything.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("syscall", in("rax") 231, in("rdi") code, options(noreturn, nostack));
        #[cfg(target_arch = "aarch64")]
        asm!("svc 0", in("x8") 94, in("x0") code, options(noreturn, nostack));
    }
}
