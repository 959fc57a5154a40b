//! The text of a string while a loop runs that always means the same string: where it begins, its length and its width are in
//! registers, whatever the loop writes to memory.

use crate::emitted::References;
use crate::object::Ref;
use crate::string::Str;

/// The text of a string, or nothing where the reference is null: every access then takes the cold way, which throws.
#[derive(Clone, Copy)]
pub struct TextView<'a> {
    string: &'a Ref<Str>,
    text: *const u8,
    length: u32,
    wide: bool,
}

impl Ref<Str> {
    #[inline(always)]
    pub fn view(&self) -> TextView<'_> {
        if self.is_null() {
            return TextView { string: self, text: std::ptr::null(), length: 0, wide: false };
        }
        let s = self.or_npe("");
        TextView { string: self, text: s.text_ptr(), length: s.len() as u32, wide: s.is_wide() }
    }
}

impl TextView<'_> {
    /// `charAt`; `method` and `name` are what the message of a null says.
    #[inline(always)]
    #[track_caller]
    pub fn char_at(&self, index: i32, method: &'static str, name: &'static str) -> u16 {
        if index as u32 >= self.length {
            return self.outside(index, method, name);
        }
        // SAFETY: the text has `length` chars of that width, and the string lives as long as the view.
        unsafe {
            if self.wide { *self.text.cast::<u16>().add(index as usize) } else { *self.text.add(index as usize) as u16 }
        }
    }

    #[inline(always)]
    #[track_caller]
    pub fn length(&self, method: &'static str, name: &'static str) -> i32 {
        if self.text.is_null() {
            self.string.invoke(method, name);
        }
        self.length as i32
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn outside(&self, index: i32, method: &'static str, name: &'static str) -> u16 {
        self.string.invoke(method, name).char_at(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_widths() {
        let (narrow, wide) = (Str::new("abc"), Str::new("aΩ"));
        assert_eq!(narrow.view().length("", ""), 3);
        assert_eq!(narrow.view().char_at(2, "", ""), 'c' as u16);
        assert_eq!(wide.view().char_at(1, "", ""), 'Ω' as u16);
    }
}
