//! The `somdc` binary; see `somdc::cli`.

fn main() {
    std::process::exit(somdc::cli::main());
}
