//! The `somdc` binary; see `somdc::cli`.

/// A compilation is many small objects made by one thread with a large stack, where the system's allocator asks the system
/// for memory a page at a time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    std::process::exit(somdc::cli::main());
}
