//! How a program's kernels run best on a device, as `somdc run --tune` has found: sizes of groups, and how much a work item does.
//!
//! Read at start from the file that `SOMD_TUNING` names, or from the program's path with `.tuning`. Its first line names the device that it counts
//! for (none: any); `KERNEL = N from ITERATIONS text NUMBER` asks for the Nth of the kernel's [`choices`], where it has about as many iterations or
//! more and still the text that it had ([`Kernel::number`]); `* = N` for that of every kernel that has as many.

use super::platform::Device;
use crate::kernel::{Form, Kernel};
use crate::{private, target};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

#[derive(Debug, Default, PartialEq)]
struct Tuning {
    device: Option<String>,
    all: Option<usize>,
    kernels: BTreeMap<String, Choice>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Choice {
    number: usize,
    /// What it was tried on.
    iterations: u64,
    text: Option<u32>,
}

/// A choice holds for spaces down to this part of what it was tried on.
const SMALLER: u64 = 4;

/// The variants of a kernel that are worth trying, as [`super::launch::variant`] numbers them; for points the sizes of groups.
pub fn choices(form: Form) -> Vec<u32> {
    match form {
        Form::Squares { blocking } => [blocking, 4].into_iter().filter(|b| *b <= blocking).collect(),
        Form::Strips { items } => {
            let pairs = [256, 128, 64].into_iter().flat_map(|group| [4, 2, 1].map(|items| (group, items)));
            pairs.filter(|(_, n)| *n <= items).map(|(group, items)| 8 * group + items).collect()
        }
        Form::Local => vec![8, 4, 2, 1],
        Form::Turns { lanes: true, .. } => vec![8, 16, 4, 2, 1, 0],
        Form::Turns { .. } => vec![8, 16, 32, 64, 0, 4, 2, 1],
        Form::Columns { items, .. } | Form::Whole { items: items @ 2.., .. } => {
            [4, 2, 1].into_iter().filter(|n| *n <= items).collect()
        }
        Form::Points { .. } | Form::Rows { .. } | Form::Whole { .. } => vec![256, 128, 512, 64],
        Form::Sort { items, .. } => by_warps(items).into(),
        Form::Blocks { .. }
        | Form::Scan { .. }
        | Form::Spread { .. }
        | Form::Runs { .. }
        | Form::SortedRows { .. }
        | Form::Transposed => Vec::new(),
    }
}

/// Elements of a work item in [`Form::Sort`] by warps, where it would be `items` without them: measured on an H200, the fastest first.
pub fn by_warps(items: u32) -> [u32; 3] {
    if items == 8 { [20, 12, 8] } else { [12, 8, 4] }
}

/// What was chosen for a kernel on this device.
pub fn chosen(device: &Device, kernel: &Kernel, iterations: u64) -> Option<u32> {
    static TUNING: OnceLock<Option<Tuning>> = OnceLock::new();
    let tuning = TUNING.get_or_init(read).as_ref()?;
    if tuning.device.as_ref().is_some_and(|name| *name != device.name) {
        return None;
    }
    tuning.choice(kernel, iterations)
}

impl Tuning {
    fn choice(&self, kernel: &Kernel, iterations: u64) -> Option<u32> {
        let own = self
            .kernels
            .get(kernel.name)
            .filter(|c| iterations >= c.iterations / SMALLER && c.text.is_none_or(|number| number == kernel.number()));
        let n = own.map(|c| c.number).or(self.all)?;
        choices(kernel.form).get(n).copied()
    }
}

fn read() -> Option<Tuning> {
    let named = std::env::var_os("SOMD_TUNING").filter(|p| !p.is_empty()).map(PathBuf::from);
    let path = named.or_else(|| std::env::current_exe().ok().map(|p| p.with_extension("tuning")))?;
    let text = match private::text(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return None,
        Err(e) => {
            target::info(|| format!("{} is not used: {e}", path.display()));
            return None;
        }
    };
    target::info(|| format!("kernels run as {} says", path.display()));
    Some(parse(&text))
}

fn parse(text: &str) -> Tuning {
    let mut tuning = Tuning::default();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("device ") {
            tuning.device = Some(name.trim().to_string());
        } else if let Some((name, n)) = line.split_once('=')
            && let Some(choice) = parse_choice(n)
        {
            match name.trim() {
                "*" => tuning.all = Some(choice.number),
                name => {
                    tuning.kernels.insert(name.to_string(), choice);
                }
            }
        }
    }
    tuning
}

fn parse_choice(text: &str) -> Option<Choice> {
    let mut words = text.split_whitespace();
    let mut choice = Choice { number: words.next()?.parse().ok()?, ..Choice::default() };
    while let Some(word) = words.next() {
        match (word, words.next()?) {
            ("from", n) => choice.iterations = n.parse().ok()?,
            ("text", n) => choice.text = Some(n.parse().ok()?),
            _ => return None,
        }
    }
    Some(choice)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    #[test]
    fn files_name_a_device_and_choices() {
        let tuning = parse("device Fast 9000\nMain_add = 2\n* = 1\nnonsense\n");
        assert_eq!(tuning.device.as_deref(), Some("Fast 9000"));
        assert_eq!((tuning.all, tuning.kernels["Main_add"].number), (Some(1), 2));
        assert!(parse("Main_add = x\nMain_add = 2 from\nMain_add = 1 till 7").kernels.is_empty());
    }

    #[test]
    fn choices_are_of_a_text_and_a_size() {
        let kernel = Kernel { form: Form::Local, ..test_kernel() };
        let tuned = |line: &str, iterations| parse(line).choice(&kernel, iterations);
        let own = format!("Main_add = 3 from 1000 text {}", kernel.number());
        assert_eq!((tuned(&own, 1000), tuned(&own, 250), tuned(&own, 249)), (Some(1), Some(1), None));
        assert_eq!((tuned("Main_add = 3 from 1 text 7", 9), tuned("Main_sub = 3", 9)), (None, None));
        assert_eq!((tuned("Main_add = 3 text 7\n* = 1", 9), tuned("Main_add = 99", 9)), (Some(4), None));
    }

    /// Reads any text, and asks what it says.
    pub fn read_any(text: &str) {
        let kernel = test_kernel();
        let chosen = parse(text).choice(&kernel, 1 << 20);
        assert!(chosen.is_none_or(|n| choices(kernel.form).contains(&n)));
    }

    pub fn test_kernel() -> Kernel {
        Kernel {
            name: "Main_add",
            source: "__kernel void Main_add() {}",
            method: "Main.add()",
            place: "",
            rank: 1,
            args: &[],
            outputs: &[],
            params: &[],
            form: Form::Scan { items: 8 },
            wide: false,
            checked: false,
            reads_own: false,
            fast_math: false,
            rows: crate::kernel::Rows::Any,
            constants: &[],
            images: &[],
            combined: &[],
            fixed: &[],
            uneven: false,
            operations: 1,
            bytes: 1,
            work: &[],
        }
    }

    #[test]
    fn choices_stay_within_what_a_kernel_can() {
        assert_eq!(choices(Form::Squares { blocking: 4 }), [4, 4]);
        assert_eq!(choices(Form::Strips { items: 2 }).first(), Some(&(8 * 256 + 2)));
        assert!(choices(Form::Scan { items: 8 }).is_empty());
    }
}
