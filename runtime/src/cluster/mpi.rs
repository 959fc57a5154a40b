//! Ranks that `mpirun` or `srun` has started: MPI, loaded when the program runs, as OpenCL is.
//!
//! So no program needs MPI to be built, and one binary runs under Open MPI and MPICH, whose handles differ: Open MPI's are addresses of
//! its symbols, MPICH's are numbers.

use super::transport::{CHANNELS, Channel, Transport};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// A communicator, a data type, a request: 4 or 8 bytes, which take 8 here.
type Handle = usize;

type Finalize = unsafe extern "C" fn() -> c_int;
type Isend = unsafe extern "C" fn(*const c_void, c_int, Handle, c_int, c_int, Handle, *mut Handle) -> c_int;
type Test = unsafe extern "C" fn(*mut Handle, *mut c_int, *mut c_void) -> c_int;
type Iprobe = unsafe extern "C" fn(c_int, c_int, Handle, *mut c_int, *mut c_void) -> c_int;
type GetCount = unsafe extern "C" fn(*const c_void, Handle, *mut c_int) -> c_int;
type Recv = unsafe extern "C" fn(*mut c_void, c_int, Handle, c_int, c_int, Handle, *mut c_void) -> c_int;
type Abort = unsafe extern "C" fn(Handle, c_int) -> c_int;

struct Functions {
    finalize: Finalize,
    isend: Isend,
    test: Test,
    iprobe: Iprobe,
    get_count: GetCount,
    recv: Recv,
    abort: Abort,
    world: Handle,
    byte: Handle,
    /// Stands for a status that nobody wants.
    ignore: *mut c_void,
}

// SAFETY: addresses of code and of the library's own objects.
unsafe impl Send for Functions {}

/// A message on its way: the library reads it until its request is done.
struct Sent {
    request: Handle,
    _bytes: Vec<u8>,
}

/// The library is called by one thread at a time.
struct State {
    f: Functions,
    sent: Vec<Sent>,
}

pub struct Mpi {
    state: Mutex<State>,
    rank: usize,
    size: usize,
}

/// A message is sent in parts of at most so many bytes, which an `int` counts.
const PART: usize = 1 << 30;
/// Room for a status of any library.
const STATUS: usize = 16;
const LIBRARIES: [&CStr; 4] = [c"libmpi.so.40", c"libmpi.so.12", c"libmpich.so.12", c"libmpi.so"];
/// What those who start ranks leave in the environment.
const STARTED: [&str; 4] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"];
const THREAD_SERIALIZED: c_int = 2;

impl Mpi {
    /// None where nobody has started this process as a rank.
    pub fn begin() -> Option<Result<Mpi, String>> {
        STARTED.iter().any(|name| std::env::var_os(name).is_some()).then(Mpi::load)
    }

    fn load() -> Result<Mpi, String> {
        // Its plug-ins look for its symbols among all.
        let open = |name: &&CStr| {
            // SAFETY: a name that ends with a zero; the library's own beginning is what MPI programs have.
            let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
            (!library.is_null()).then_some(library)
        };
        let library = LIBRARIES.iter().find_map(open).ok_or("MPI has started this program, and there is no libmpi")?;
        let symbol = |name: &CStr| {
            // SAFETY: an open library and a name that ends with a zero.
            let at = unsafe { libc::dlsym(library, name.as_ptr()) };
            if at.is_null() { Err(format!("the MPI library has no {}", name.to_string_lossy())) } else { Ok(at) }
        };
        let handle = |open_mpi: &CStr, mpich: Handle| symbol(open_mpi).map_or(mpich, |at| at as Handle);
        let is_open_mpi = symbol(c"ompi_mpi_comm_world").is_ok();
        macro_rules! function {
            ($name:literal, $t:ty) => {
                // SAFETY: the function of this name has this type in every MPI library.
                unsafe { std::mem::transmute::<*mut c_void, $t>(symbol($name)?) }
            };
        }
        type InitThread = unsafe extern "C" fn(*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int) -> c_int;
        type Number = unsafe extern "C" fn(Handle, *mut c_int) -> c_int;
        let init = function!(c"MPI_Init_thread", InitThread);
        let (rank_of, size_of) = (function!(c"MPI_Comm_rank", Number), function!(c"MPI_Comm_size", Number));
        let f = Functions {
            finalize: function!(c"MPI_Finalize", Finalize),
            isend: function!(c"MPI_Isend", Isend),
            test: function!(c"MPI_Test", Test),
            iprobe: function!(c"MPI_Iprobe", Iprobe),
            get_count: function!(c"MPI_Get_count", GetCount),
            recv: function!(c"MPI_Recv", Recv),
            abort: function!(c"MPI_Abort", Abort),
            world: handle(c"ompi_mpi_comm_world", 0x4400_0000),
            byte: handle(c"ompi_mpi_byte", 0x4c00_010d),
            ignore: if is_open_mpi { std::ptr::null_mut() } else { std::ptr::without_provenance_mut(1) },
        };
        let (mut provided, mut rank, mut size) = (0, 0, 0);
        // SAFETY: no arguments are passed on; the places are ours.
        unsafe {
            init(std::ptr::null_mut(), std::ptr::null_mut(), THREAD_SERIALIZED, &mut provided);
            rank_of(f.world, &mut rank);
            size_of(f.world, &mut size);
        }
        if provided < THREAD_SERIALIZED && size > 1 {
            return Err("the MPI library is for programs of one thread only".into());
        }
        let state = Mutex::new(State { f, sent: Vec::new() });
        Ok(Mpi { state, rank: rank as usize, size: size as usize })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One message of the library's, if one is there.
    fn try_receive(&self, from: usize, tag: c_int) -> Option<Vec<u8>> {
        let mut state = self.state();
        state.forget_done();
        let f = &state.f;
        let (mut there, mut count) = (0, 0);
        let mut status = [0u64; STATUS];
        let status = status.as_mut_ptr().cast::<c_void>();
        // SAFETY: the places are ours, and large enough; the message is at least as long as what is received.
        unsafe {
            (f.iprobe)(from as c_int, tag, f.world, &mut there, status);
            if there == 0 {
                return None;
            }
            (f.get_count)(status, f.byte, &mut count);
            let mut bytes = vec![0u8; count as usize];
            (f.recv)(bytes.as_mut_ptr().cast(), count, f.byte, from as c_int, tag, f.world, f.ignore);
            Some(bytes)
        }
    }

    fn wait_for(&self, from: usize, tag: c_int) -> Vec<u8> {
        let mut rounds = 0u32;
        loop {
            if let Some(bytes) = self.try_receive(from, tag) {
                return bytes;
            }
            rounds += 1;
            if rounds < 2_000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

impl State {
    /// Messages that have gone need no memory any more.
    fn forget_done(&mut self) {
        let f = &self.f;
        self.sent.retain_mut(|sent| {
            let mut done = 0;
            // SAFETY: a request that was begun and is not done.
            unsafe { (f.test)(&mut sent.request, &mut done, f.ignore) };
            done == 0
        });
    }

    fn send(&mut self, to: usize, tag: c_int, bytes: Vec<u8>) {
        let mut request: Handle = 0;
        let f = &self.f;
        // SAFETY: the bytes are kept until the request is done.
        unsafe {
            (f.isend)(bytes.as_ptr().cast(), bytes.len() as c_int, f.byte, to as c_int, tag, f.world, &mut request)
        };
        self.sent.push(Sent { request, _bytes: bytes });
    }
}

impl Transport for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, channel: Channel, parts: &[&[u8]]) {
        let mut state = self.state();
        state.forget_done();
        let all = parts.concat();
        // In front of a long message stands its length, of which the library's parts are too many bytes to count.
        if all.len() < PART {
            return state.send(to, channel as c_int, all);
        }
        state.send(to, (CHANNELS + channel as usize) as c_int, (all.len() as u64).to_ne_bytes().to_vec());
        all.chunks(PART).for_each(|part| state.send(to, channel as c_int, part.to_vec()));
    }

    fn receive(&self, from: usize, channel: Channel) -> Vec<u8> {
        let mut all = self.wait_for(from, channel as c_int);
        if all.len() == PART {
            let length = self.wait_for(from, (CHANNELS + channel as usize) as c_int);
            let length = u64::from_ne_bytes(std::array::from_fn(|i| length.get(i).copied().unwrap_or(0))) as usize;
            while all.len() < length {
                all.extend(self.wait_for(from, channel as c_int));
            }
        }
        all
    }

    fn end(&self) {
        // What was sent is received: the others receive all that is for them before they come here.
        loop {
            let mut state = self.state();
            state.forget_done();
            if state.sent.is_empty() {
                // SAFETY: nothing is on its way, and nothing is called behind it.
                unsafe { (state.f.finalize)() };
                return;
            }
            drop(state);
            std::thread::yield_now();
        }
    }

    fn abort(&self, code: i32) -> ! {
        let state = self.state();
        // SAFETY: it ends all processes.
        unsafe {
            (state.f.abort)(state.f.world, code);
            libc::_exit(code)
        }
    }
}
