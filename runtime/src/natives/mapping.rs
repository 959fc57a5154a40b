//! Arrays whose elements are a part of a file, which the system reads page by page where they are used.

use crate::array::{self, Array, Block, Elem};
use crate::object::Ref;
use std::fs::File;
use std::io;

/// What an array over a file shares with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// What the program writes is seen by itself alone.
    Private,
    /// What is written goes to the file.
    Shared,
}

/// The file's bytes from the start of the page that `position` is in, to `length` bytes behind `position`.
#[cfg(unix)]
pub fn bytes(file: &File, position: u64, length: usize, sharing: Sharing) -> io::Result<Ref<Array<i8>>> {
    let before = position % page() as u64;
    let all = length + before as usize;
    if all > i32::MAX as usize - 2 {
        return Err(io::Error::other("Map failed"));
    }
    if all == 0 {
        return Ok(Array::new(0));
    }
    let block = map(file, position - before, all, 0, sharing)?;
    // SAFETY: the block has so many bytes.
    Ok(unsafe { array::of_block(block, all) })
}

/// `count` elements at `position`, in this machine's order of bytes. Where they begin at no multiple of 64, or are few, they are read.
#[cfg(unix)]
pub fn elements<T: Elem + Default>(file: &File, position: u64, count: usize) -> io::Result<Ref<Array<T>>> {
    use std::os::unix::fs::FileExt;
    let length = count * size_of::<T>();
    if !position.is_multiple_of(64) || length < 1 << 16 {
        let array = Array::<T>::new(count as i32);
        // SAFETY: a new array; all bits of its elements are values.
        let target = unsafe { std::slice::from_raw_parts_mut(array.as_mut_slice().as_mut_ptr().cast::<u8>(), length) };
        file.read_exact_at(target, position)?;
        return Ok(array);
    }
    let before = position % page() as u64;
    let block = map(file, position - before, length + before as usize, before as usize, Sharing::Private)?;
    // SAFETY: the block has `length` bytes behind those before `position`.
    Ok(unsafe { array::of_block(block, count) })
}

#[cfg(unix)]
fn page() -> usize {
    // SAFETY: asks for a number.
    (unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).max(1) as usize
}

/// A block over the file, without its first `skip` bytes, a multiple of 64 and less than a page.
#[cfg(unix)]
fn map(
    file: &File,
    position: u64,
    length: usize,
    skip: usize,
    sharing: Sharing,
) -> io::Result<std::ptr::NonNull<Block>> {
    use std::os::fd::AsRawFd;
    let flags = if sharing == Sharing::Shared { libc::MAP_SHARED } else { libc::MAP_PRIVATE };
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping, at a place that the system chooses.
    let base = unsafe {
        libc::mmap(std::ptr::null_mut(), length, protection, flags, file.as_raw_fd(), position as libc::off_t)
    };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the mapping is the block's alone, and a page begins at a multiple of 64.
    Ok(unsafe { Block::from_raw(base.cast::<u8>().add(skip), length - skip, unmap) })
}

/// The mapping's first byte, and how many it has.
#[cfg(unix)]
fn extent(data: *mut u8, bytes: usize) -> (*mut libc::c_void, usize) {
    let before = data as usize % page();
    (data.wrapping_sub(before).cast(), bytes + before)
}

#[cfg(unix)]
fn unmap(block: &Block) {
    let (base, length) = extent(block.data(), block.bytes());
    // SAFETY: `map` made it, and nothing refers to it any more.
    unsafe { libc::munmap(base, length) };
}

/// Waits until what was written to a shared mapping is in the file.
#[cfg(unix)]
pub fn force(array: &Ref<Array<i8>>) -> io::Result<()> {
    let Some(block) = array.block() else { return Ok(()) };
    let (base, length) = extent(block.data(), block.bytes());
    // SAFETY: the array's memory; where it is none of a file, the call fails.
    if unsafe { libc::msync(base, length, libc::MS_SYNC) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[cfg(not(unix))]
pub fn bytes(_: &File, _: u64, _: usize, _: Sharing) -> io::Result<Ref<Array<i8>>> {
    Err(io::Error::other("files are not mapped on this system"))
}

#[cfg(not(unix))]
pub fn elements<T: Elem + Default>(_: &File, _: u64, _: usize) -> io::Result<Ref<Array<T>>> {
    Err(io::Error::other("files are not mapped on this system"))
}

#[cfg(not(unix))]
pub fn force(_: &Ref<Array<i8>>) -> io::Result<()> {
    Ok(())
}
