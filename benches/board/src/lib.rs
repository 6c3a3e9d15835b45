//! A processor that QEMU plays: a program on it begins at `board_main`, and tells how deep its stack was and how many
//! instructions it took.
#![no_std]

use core::arch::{asm, global_asm};
use core::fmt::{self, Write};

/// What a word of the stack holds until somebody writes to it.
const PAINT: u32 = 0x5AA5_C33C;

// The stack is painted, and the unit for floats of a Cortex-M4 is switched on, whose registers take arguments.
#[cfg(target_arch = "arm")]
global_asm!(
    ".section .vectors, \"a\"
    .word _stack_top
    .word board_start
    .rept 14
    .word board_fault
    .endr
    .section .text.board_start, \"ax\"
    .global board_start
    .thumb_func
    .type board_start, %function
    board_start:
    ldr r0, =_stack_bottom
    ldr r1, =_stack_top
    ldr r2, =0x5AA5C33C
    1: str r2, [r0]
    adds r0, #4
    cmp r0, r1
    bne 1b
    ldr r0, =0xE000ED88
    ldr r1, =0x00F00000
    str r1, [r0]
    dsb
    isb
    bl board_main
    .pool"
);
#[cfg(target_arch = "riscv32")]
global_asm!(
    ".section .vectors, \"ax\"
    .global board_start
    board_start:
    la sp, _stack_top
    la t0, _stack_bottom
    li t1, 0x5AA5C33C
    1: sw t1, 0(t0)
    addi t0, t0, 4
    bne t0, sp, 1b
    la t0, board_fault
    csrw mtvec, t0
    call board_main
    .balign 4"
);

unsafe extern "C" {
    static _stack_bottom: u32;
    static _stack_top: u32;
}

/// Asks QEMU for something.
fn ask(operation: usize, argument: usize) {
    // SAFETY: semihosting reads what `argument` points to, or takes it as a number, and changes nothing of the program.
    unsafe {
        #[cfg(target_arch = "arm")]
        asm!("bkpt 0xAB", inout("r0") operation => _, in("r1") argument);
        #[cfg(target_arch = "riscv32")]
        asm!(
            ".balign 16", ".option push", ".option norvc",
            "slli x0, x0, 0x1f", "ebreak", "srai x0, x0, 7",
            ".option pop", inout("a0") operation => _, in("a1") argument
        );
    }
}

/// How many instructions ran since the start: QEMU counts one for a nanosecond by `-icount shift=0`. A tick of the
/// Cortex-M4's clock is 40 nanoseconds.
fn instructions() -> u32 {
    #[cfg(target_arch = "arm")]
    // SAFETY: SysTick is there.
    return unsafe { (0x00FF_FFFF - ((0xE000_E018 as *const u32).read_volatile())) * 40 };
    #[cfg(target_arch = "riscv32")]
    {
        let count: u32;
        // SAFETY: reads a counter.
        unsafe { asm!("csrr {}, minstret", out(reg) count) };
        count
    }
}

struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            ask(3, &raw const byte as usize); // SYS_WRITEC
        }
        Ok(())
    }
}

/// Takes so many steps, says what they took and what the last one gave, in billionths, and ends.
pub fn measure<const N: usize>(steps: u32, mut step: impl FnMut() -> [f64; N]) -> ! {
    #[cfg(target_arch = "arm")]
    // SAFETY: SysTick is there, and nobody else uses it.
    unsafe {
        (0xE000_E014 as *mut u32).write_volatile(0x00FF_FFFF);
        (0xE000_E018 as *mut u32).write_volatile(0);
        (0xE000_E010 as *mut u32).write_volatile(5);
        // It is zero until its first tick.
        while (0xE000_E018 as *const u32).read_volatile() == 0 {}
    }
    let before = instructions();
    let mut last = [0.0; N];
    for _ in 0..steps {
        last = step();
    }
    let count = instructions().wrapping_sub(before) / steps;
    let (mut word, top) = (&raw const _stack_bottom, &raw const _stack_top);
    // SAFETY: between the two is the stack.
    while unsafe { word.read_volatile() } == PAINT {
        word = word.wrapping_add(1);
    }
    let stack = top as usize - word as usize;
    let _ = write!(Screen, "{count} {stack}");
    for number in last {
        let _ = write!(Screen, " {}", (number * 1e9) as i64);
    }
    let _ = Screen.write_char('\n');
    ask(0x18, 0x2_0026); // SYS_EXIT, and that the program is done
    loop {}
}

/// Says that a program did what a processor does not do, and ends.
#[unsafe(no_mangle)]
extern "C" fn board_fault() -> ! {
    let _ = Screen.write_str("fault\n");
    ask(0x18, 0x2_0023);
    loop {}
}
