//! How a program's kernels run best on a device, as `somdc run --tune` has found: sizes of groups, and how much a work item does.
//!
//! Read at start from the file that `SOMD_TUNING` names, or from the program's path with `.tuning`. Its first line names the device that it counts
//! for (none: any); `KERNEL = N` asks for the Nth of the kernel's [`choices`], `* = N` for that of every kernel that has as many.

use super::platform::Device;
use crate::kernel::{Form, Kernel};
use crate::target;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

#[derive(Debug, Default, PartialEq)]
struct Tuning {
    device: Option<String>,
    all: Option<usize>,
    kernels: BTreeMap<String, usize>,
}

/// The variants of a kernel that are worth trying, as [`super::launch::variant`] numbers them; for points the sizes of groups.
pub fn choices(form: Form) -> Vec<u32> {
    match form {
        Form::Squares { blocking } => [blocking, 4].into_iter().filter(|b| *b <= blocking).collect(),
        Form::Strips { items } => {
            let pairs = [256, 128, 64].into_iter().flat_map(|group| [4, 2, 1].map(|items| (group, items)));
            pairs.filter(|(_, n)| *n <= items).map(|(group, items)| 8 * group + items).collect()
        }
        Form::Local => vec![8, 4, 2, 1],
        Form::Points { .. } | Form::Rows { .. } | Form::Whole => vec![256, 128, 512, 64],
        Form::Blocks { .. } | Form::Scan => Vec::new(),
    }
}

/// What was chosen for a kernel on this device.
pub fn chosen(device: &Device, kernel: &Kernel) -> Option<u32> {
    static TUNING: OnceLock<Option<Tuning>> = OnceLock::new();
    let tuning = TUNING.get_or_init(read).as_ref()?;
    if tuning.device.as_ref().is_some_and(|name| *name != device.name) {
        return None;
    }
    let n = tuning.kernels.get(kernel.name).copied().or(tuning.all)?;
    choices(kernel.form).get(n).copied()
}

fn read() -> Option<Tuning> {
    let named = std::env::var_os("SOMD_TUNING").filter(|p| !p.is_empty()).map(PathBuf::from);
    let path = named.or_else(|| std::env::current_exe().ok().map(|p| p.with_extension("tuning")))?;
    let text = std::fs::read_to_string(&path).ok()?;
    target::info(|| format!("kernels run as {} says", path.display()));
    Some(parse(&text))
}

fn parse(text: &str) -> Tuning {
    let mut tuning = Tuning::default();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("device ") {
            tuning.device = Some(name.trim().to_string());
        } else if let Some((name, n)) = line.split_once('=')
            && let Ok(n) = n.trim().parse()
        {
            match name.trim() {
                "*" => tuning.all = Some(n),
                name => {
                    tuning.kernels.insert(name.to_string(), n);
                }
            }
        }
    }
    tuning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_name_a_device_and_choices() {
        let tuning = parse("device Fast 9000\nMain_add = 2\n* = 1\nnonsense\n");
        assert_eq!(tuning.device.as_deref(), Some("Fast 9000"));
        assert_eq!((tuning.all, tuning.kernels["Main_add"]), (Some(1), 2));
    }

    #[test]
    fn choices_stay_within_what_a_kernel_can() {
        assert_eq!(choices(Form::Squares { blocking: 4 }), [4, 4]);
        assert_eq!(choices(Form::Strips { items: 2 }).first(), Some(&(8 * 256 + 2)));
        assert!(choices(Form::Scan).is_empty());
    }
}
