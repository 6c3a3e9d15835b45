//! Text of errors in constants.

/// A line of text built in a constant, for a panic that names sizes, because constants cannot format.
///
/// Text that does not fit is cut off.
#[doc(hidden)]
pub struct ConstText {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl ConstText {
    const CAPACITY: usize = 512;

    #[doc(hidden)]
    pub const fn new() -> Self {
        Self {
            bytes: [0; Self::CAPACITY],
            len: 0,
        }
    }

    const fn byte(mut self, byte: u8) -> Self {
        if self.len < Self::CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
        self
    }

    #[doc(hidden)]
    pub const fn text(mut self, text: &str) -> Self {
        let mut index = 0;
        while index < text.len() {
            self = self.byte(text.as_bytes()[index]);
            index += 1;
        }
        self
    }

    #[doc(hidden)]
    pub const fn number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8)
    }

    #[doc(hidden)]
    pub const fn shape(mut self, sizes: &[usize]) -> Self {
        self = self.text("[");
        let mut axis = 0;
        while axis < sizes.len() {
            if axis > 0 {
                self = self.text(", ");
            }
            self = self.number(sizes[axis]);
            axis += 1;
        }
        self.text("]")
    }

    #[track_caller]
    #[doc(hidden)]
    pub const fn panic(self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => panic!("{}", text),
            // It contains ASCII only.
            Err(_) => unreachable!(),
        }
    }
}
