//! The column `gpus`: programs with kernels on several devices, which must do what they do on one. A device that is named several times counts as so many.

use crate::case::RunTest;
use crate::tools;
use crate::{LIMIT, Runner};
use std::path::Path;
use std::process::Command;

/// However small, instructions are divided.
pub fn run(runner: &Runner, program: &Path, test: &RunTest) -> Result<(), String> {
    let mut command = Command::new(program);
    command.arg(test.module()).args(&test.args).current_dir(&runner.root);
    let devices = vec!["0"; runner.args.devices.max(1)].join(",");
    command.env("SOMD_TARGET", "gpus").env("SOMD_DEVICES", devices).env("SOMD_DEVICES_LEAST", "0");
    command.env("SOMD_STRICT", "devices").env("SOMD_LEAKS", "1");
    tools::run(&mut command, &test.input, LIMIT).and_then(|r| runner.judge(test, &r, true))
}
