//! `nbodysingle`, written by somdc.

mod program;

fn main() {
    std::process::exit(program::java_main(std::env::args().skip(1).collect()));
}
