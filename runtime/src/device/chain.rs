//! One wait for many checked instructions.
//!
//! A checked kernel reports where it fails, and whoever looks at once waits for it. So a region with several of them (a time loop, above all)
//! runs as a *chain*: launches share two flags, which are looked at when the host needs something, at the end at the latest. A kernel whose
//! predecessor has failed does nothing. Where the flags then say that one has failed, every array from outside gets back what it
//! held before, and the region runs once more, waiting for each kernel: regions depend on their arguments alone, so it fails there
//! again, and the host throws what the program throws.
//!
//! What was there before costs nothing where the host has it; where only the device has it, it is copied there before the first kernel that
//! stores to an array that was read before. What the host does to arrays on its way cannot be undone: from there on nothing is put off.

use super::arrays::{self, Need, Resident};
use super::memory::Memory;
use super::platform::Device;
use crate::kernel::{Arg, ArrayArg, Elem, Kernel, Out};
use crate::object::{Object, Ref};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::rc::Rc;

thread_local! {
    static CHAIN: RefCell<Option<Chain>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Chain {
    /// Two of 32 bits: launches report in turns to one and look at the other.
    flags: Option<Rc<Memory>>,
    launches: u32,
    /// Some have not been looked at.
    pending: bool,
    /// Nothing is put off any more.
    settled: bool,
    before: Vec<Before>,
    /// Addresses of arrays that kernels have read, and of those that were made on the way. Both stay as they are: an array from outside
    /// lives longer than the chain.
    seen: BTreeSet<usize>,
    made: BTreeSet<usize>,
}

/// What an array held before.
struct Before {
    object: Ref<Object>,
    elem: Elem,
    dims: Vec<i32>,
    /// None: what the host has.
    copy: Option<Memory>,
}

/// Where a launch of a chain reports to, and the number that tells the kernel which of the flags.
pub struct Link {
    pub flags: Rc<Memory>,
    pub chained: u32,
}

/// The payload of an unwind out of a chain.
struct Failed;

/// Runs a region as a chain, or as a part of the one that it is in.
pub fn chain<R>(body: impl Fn() -> R) -> R {
    if CHAIN.with_borrow(Option::is_some) {
        return body();
    }
    CHAIN.set(Some(Chain::default()));
    let result = catch_unwind(AssertUnwindSafe(|| {
        let result = body();
        flush();
        result
    }));
    let Some(chain) = CHAIN.take() else { unreachable!("a chain ends where it began") };
    match result {
        Ok(result) => result,
        // Something that came before may have failed.
        Err(payload) if !payload.is::<Failed>() && !(chain.pending && chain.failed()) => resume_unwind(payload),
        Err(_) => {
            chain.before.into_iter().for_each(Before::restore);
            body()
        }
    }
}

/// Looks at the flags, where that was put off; does not return where a kernel has failed.
pub fn flush() {
    let failed = CHAIN.with_borrow_mut(|chain| {
        let chain = chain.as_mut().filter(|c| c.pending)?;
        let failed = chain.failed();
        chain.pending = false;
        Some(failed)
    });
    if failed == Some(true) {
        fail();
    }
}

/// The same, and puts nothing off any more.
pub fn settle() {
    flush();
    CHAIN.with_borrow_mut(|chain| {
        if let Some(chain) = chain {
            chain.settled = true;
        }
    });
}

/// Leaves the chain, because a kernel has failed.
pub fn fail() -> ! {
    resume_unwind(Box::new(Failed))
}

/// A launch with this link is under way; `seen`: its flags have been looked at.
pub fn launched(looked: bool) {
    CHAIN.with_borrow_mut(|chain| {
        if let Some(chain) = chain {
            chain.pending = !looked;
        }
    });
}

/// Prepares a launch: None where it does not belong to a chain, or cannot fail.
pub fn link(
    device: &'static Device,
    kernel: &Kernel,
    args: &[Arg],
    outs: &[Out],
    residents: &[Option<Resident>],
) -> Result<Option<Link>, String> {
    let Some((pending, elsewhere)) = CHAIN.with_borrow(|chain| {
        let chain = chain.as_ref().filter(|c| !c.settled)?;
        Some((chain.pending, chain.flags.as_ref().is_some_and(|f| !ptr::eq(f.device(), device))))
    }) else {
        return Ok(None);
    };
    // A row of a matrix goes back to the host with the launch.
    if elsewhere || residents.iter().flatten().any(Resident::is_part) {
        settle();
        return Ok(None);
    }
    // A search says by its flag what it finds. A loop that waits for something must not wait for what a failed kernel has left out.
    if kernel.outputs.is_empty() || pending && kernel.uneven && !kernel.checked {
        flush();
    }
    if kernel.outputs.is_empty() {
        return Ok(None);
    }
    CHAIN.with_borrow_mut(|chain| match chain {
        Some(chain) => chain.link(device, kernel, args, outs, residents),
        None => Ok(None),
    })
}

impl Chain {
    fn link(
        &mut self,
        device: &'static Device,
        kernel: &Kernel,
        args: &[Arg],
        outs: &[Out],
        residents: &[Option<Resident>],
    ) -> Result<Option<Link>, String> {
        let address = |array: &ArrayArg| array.object.addr();
        for arg in args {
            if let Arg::Array(array) = arg {
                self.seen.insert(address(array));
            }
        }
        for (out, resident) in outs.iter().zip(residents) {
            let (array, old) = match out {
                Out::Array { array, old } => (array, old.as_ref()),
                Out::Accumulate { array } => (array, Some(array)),
                Out::Scan { array, .. } | Out::Filter { array, .. } => (array, None),
                Out::Value(_) => continue,
            };
            let own = address(array);
            let in_place = old.is_some_and(|old| address(old) == own);
            self.seen.extend(old.map(&address).filter(|_| !in_place));
            if self.made.contains(&own) || self.before.iter().any(|b| b.object.same(array.object)) {
                continue;
            }
            if !in_place && !self.seen.contains(&own) {
                self.made.insert(own);
                continue;
            }
            let Some(resident) = resident else { continue };
            let copy = if !resident.only_there() {
                None
            } else if kernel.reads_own || self.seen.contains(&own) || self.pending && !kernel.checked {
                let copy = Memory::allocate(device, resident.bytes())?;
                copy.copy_from(0, &resident.memory, 0, resident.bytes())?;
                Some(copy)
            } else {
                // The second time the same is stored there.
                continue;
            };
            self.before.push(Before {
                object: array.object.clone(),
                elem: array.elem,
                dims: array.dims.to_vec(),
                copy,
            });
        }
        if !kernel.checked {
            return Ok(None);
        }
        let flags = match &self.flags {
            Some(flags) => flags.clone(),
            None => {
                let flags = Rc::new(Memory::allocate(device, 8)?);
                flags.fill(u32::MAX, 8)?;
                self.flags = Some(flags.clone());
                flags
            }
        };
        self.launches += 1;
        Ok(Some(Link { flags, chained: 1 + self.launches % 2 }))
    }

    /// Whether a kernel has failed, or nobody can say.
    fn failed(&self) -> bool {
        let Some(flags) = &self.flags else { return false };
        let mut words = [0; 8];
        flags.read(0, &mut words).is_err() || words != [u8::MAX; 8]
    }
}

impl Before {
    fn restore(self) {
        let array = ArrayArg { object: &self.object, elem: self.elem, dims: &self.dims };
        let Some(copy) = &self.copy else { return arrays::forget(&array) };
        // Where the device is lost so are the contents: whoever asks for them is told.
        if let Ok(resident) = Resident::new(copy.device(), array, Need::Room)
            && resident.memory.copy_from(0, copy, 0, resident.bytes()).is_ok()
        {
            let _ = resident.written();
        }
    }
}
