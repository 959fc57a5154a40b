//! The five kernels by hand, in Rust with rayon. Usage: `rivals NAME SIZE`. Prints `time NS` nine times and a check value. Input and order
//! of arithmetic are those of the SOMD programs.

use rayon::prelude::*;
use std::time::Instant;

/// `java.util.Random`
struct Random(u64);

impl Random {
    const MASK: u64 = (1 << 48) - 1;
    fn new(seed: u64) -> Random {
        Random((seed ^ 0x5DEECE66D) & Random::MASK)
    }
    fn bits(&mut self, n: u32) -> i32 {
        self.0 = self.0.wrapping_mul(0x5DEECE66D).wrapping_add(0xB) & Random::MASK;
        (self.0 >> (48 - n)) as i32
    }
    fn int(&mut self) -> i32 {
        self.bits(32)
    }
    fn double(&mut self) -> f64 {
        let high = (self.bits(26) as i64) << 27;
        (high + self.bits(27) as i64) as f64 * (-53f64).exp2()
    }
}

fn timed(mut f: impl FnMut()) {
    let start = Instant::now();
    f();
    println!("time {}", start.elapsed().as_nanos());
}

fn mul(a: i32, b: i32) -> i32 {
    (a as i64 * b as i64 % 0x10001 & 0xffff) as i32
}

fn cipher(text: &[i8], out: &mut [i8], key: &[i32; 52]) {
    out.par_chunks_mut(8 * 1024).zip(text.par_chunks(8 * 1024)).for_each(|(out, text)| {
        for (out, t) in out.chunks_exact_mut(8).zip(text.chunks_exact(8)) {
            let word = |i: usize| (t[i] as u8 as i32) | (t[i + 1] as u8 as i32) << 8;
            let (mut x1, mut x2, mut x3, mut x4) = (word(0), word(2), word(4), word(6));
            let (rounds, last) = key.split_at(48);
            for k in rounds.chunks_exact(6) {
                x1 = mul(x1, k[0]);
                x2 = (x2 + k[1]) & 0xffff;
                x3 = (x3 + k[2]) & 0xffff;
                x4 = mul(x4, k[3]);
                let t2 = mul(x1 ^ x3, k[4]);
                let t1 = mul((t2 + (x2 ^ x4)) & 0xffff, k[5]);
                let t2 = (t1 + t2) & 0xffff;
                x1 ^= t1;
                x4 ^= t2;
                (x2, x3) = (x3 ^ t1, t2 ^ x2);
            }
            let words = [mul(x1, last[0]), (x3 + last[1]) & 0xffff, (x2 + last[2]) & 0xffff, mul(x4, last[3])];
            for (out, w) in out.chunks_exact_mut(2).zip(words) {
                out[0] = w as i8;
                out[1] = (w >> 8) as i8;
            }
        }
    });
}

fn inverse(x: i32) -> i32 {
    let (mut r, mut b, mut e) = (1i64, x as i64, 0x10001 - 2);
    while e > 0 {
        if e & 1 != 0 {
            r = r * b % 0x10001;
        }
        b = b * b % 0x10001;
        e >>= 1;
    }
    (r & 0xffff) as i32
}

fn crypt(size: usize) {
    let n = [3000000, 20000000, 50000000][size];
    let plain: Vec<i8> = (0..n).map(|i| i as i8).collect();
    let mut random = Random::new(136506717);
    let (mut z, mut d) = ([0i32; 52], [0i32; 52]);
    z[..8].iter_mut().for_each(|z| *z = random.int() & 0xffff);
    for i in 8..52 {
        let (block, j) = (i - i % 8 - 8, i % 8);
        z[i] = (z[block + (j + 1) % 8] << 9 | z[block + (j + 2) % 8] >> 7) & 0xffff;
    }
    for r in 0..=8 {
        let (from, to, outer) = (48 - 6 * r, 6 * r, r == 0 || r == 8);
        d[to] = inverse(z[from]);
        d[to + 1] = -z[if outer { from + 1 } else { from + 2 }] & 0xffff;
        d[to + 2] = -z[if outer { from + 2 } else { from + 1 }] & 0xffff;
        d[to + 3] = inverse(z[from + 3]);
        if r < 8 {
            (d[to + 4], d[to + 5]) = (z[from - 2], z[from - 1]);
        }
    }
    let (mut crypted, mut again) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        timed(|| {
            crypted = vec![0i8; n];
            again = vec![0i8; n];
            cipher(&plain, &mut crypted, &z);
            cipher(&crypted, &mut again, &d);
        });
    }
    println!("check {}", i32::from(plain != again));
}

fn lufact(size: usize) {
    let n = [500, 1000, 2000][size];
    let mut a = vec![vec![0.0f64; n]; n];
    let mut b = vec![0.0; n];
    let mut pivot = vec![0; n];
    for _ in 0..9 {
        let mut s = 1325;
        for i in 0..n {
            for column in a.iter_mut() {
                s = 3125 * s % 65536;
                column[i] = (s as f64 - 32768.0) / 16384.0;
            }
        }
        b.fill(0.0);
        for column in &a {
            b.iter_mut().zip(column).for_each(|(b, a)| *b += a);
        }
        timed(|| {
            for k in 0..n - 1 {
                let (done, rest) = a.split_at_mut(k + 1);
                let c = &mut done[k];
                let mut l = k;
                for i in k + 1..n {
                    if c[i].abs() > c[l].abs() {
                        l = i;
                    }
                }
                pivot[k] = l;
                if c[l] == 0.0 {
                    continue;
                }
                c.swap(l, k);
                let t = -1.0 / c[k];
                c[k + 1..].iter_mut().for_each(|x| *x *= t);
                let c = &*c;
                rest.par_iter_mut().with_min_len(8).for_each(|x| {
                    let u = x[l];
                    x.swap(l, k);
                    x[k + 1..].iter_mut().zip(&c[k + 1..]).for_each(|(x, c)| *x += u * c);
                });
            }
            pivot[n - 1] = n - 1;
            for k in 0..n - 1 {
                let t = b[pivot[k]];
                b.swap(pivot[k], k);
                b[k + 1..].iter_mut().zip(&a[k][k + 1..]).for_each(|(b, a)| *b += t * a);
            }
            for k in (0..n).rev() {
                b[k] /= a[k][k];
                let t = -b[k];
                b[..k].iter_mut().zip(&a[k]).for_each(|(b, a)| *b += t * a);
            }
        });
    }
    println!("check {}", b[0]);
}

fn value(x: f64, omega: f64, kind: u8) -> f64 {
    let p = (x + 1.0).powf(x);
    match kind {
        0 => p,
        1 => p * (omega * x).cos(),
        _ => p * (omega * x).sin(),
    }
}

fn integral(omega: f64, kind: u8) -> f64 {
    let (mut x, dx) = (0.0, 2.0 / 1000.0);
    let mut sum = value(0.0, omega, kind) / 2.0;
    for _ in 0..998 {
        x += dx;
        sum += value(x, omega, kind);
    }
    (sum + value(2.0, omega, kind) / 2.0) * dx
}

fn series(size: usize) {
    let n = [10000, 100000, 1000000][size];
    let (mut p, mut q) = (vec![0.0; n], vec![0.0; n]);
    for _ in 0..9 {
        timed(|| {
            p[0] = integral(0.0, 0) / 2.0;
            p[1..].par_iter_mut().zip(&mut q[1..]).enumerate().for_each(|(i, (p, q))| {
                let omega = std::f64::consts::PI * (i + 1) as f64;
                (*p, *q) = (integral(omega, 1), integral(omega, 2));
            });
        });
    }
    println!("check {}", q[3]);
}

/// Rows of one parity are written while those of the other are read: each thread has rows of its own, and reads neighbours' points of the
/// other colour.
#[derive(Clone, Copy)]
struct Grid(*mut f64);
unsafe impl Send for Grid {}
unsafe impl Sync for Grid {}

fn sor(size: usize) {
    let n = [1000, 1500, 2000][size];
    let (quarter, rest, last) = (1.25 * 0.25, 1.0 - 1.25, n - 1);
    let mut g = vec![0.0f64; n * n];
    let mut total = 0.0;
    for _ in 0..9 {
        let mut random = Random::new(10101010);
        g.iter_mut().for_each(|g| *g = random.double() * 1e-6);
        timed(|| {
            let grid = Grid(g.as_mut_ptr());
            for p in 0..200 {
                (1..last).into_par_iter().with_min_len(16).for_each(|i| {
                    let grid = grid;
                    // SAFETY: points of one colour are written, those of the other read.
                    unsafe {
                        let row = grid.0.add(i * n);
                        let (above, below) = (row.sub(n), row.add(n));
                        for j in (1 + (i + 1 + p) % 2..last).step_by(2) {
                            let around = *above.add(j) + *below.add(j) + *row.add(j - 1) + *row.add(j + 1);
                            *row.add(j) = quarter * around + rest * *row.add(j);
                        }
                    }
                });
            }
            total = (1..last).into_par_iter().map(|i| g[i * n + 1..i * n + last].iter().sum::<f64>()).sum();
        });
    }
    println!("check {total}");
}

fn sparse(size: usize) {
    let n = [50000, 100000, 500000][size];
    let nz = 5 * n;
    let mut random = Random::new(10101010);
    let x: Vec<f64> = (0..n).map(|_| random.double() * 1e-6).collect();
    let mut entries: Vec<(usize, usize, f64)> = (0..nz)
        .map(|_| {
            let r = random.int().unsigned_abs() as usize % n;
            (r, random.int().unsigned_abs() as usize % n, random.double())
        })
        .collect();
    let rows: Vec<usize> = entries.iter().map(|e| e.0).collect();
    entries.sort_by_key(|e| e.0);
    let column: Vec<i32> = entries.iter().map(|e| e.1 as i32).collect();
    let value: Vec<f64> = entries.iter().map(|e| e.2).collect();
    let mut start = vec![0usize; n + 1];
    rows.iter().for_each(|&r| start[r + 1] += 1);
    (0..n).for_each(|i| start[i + 1] += start[i]);
    let mut y = vec![0.0; n];
    for _ in 0..9 {
        y.fill(0.0);
        timed(|| {
            y.par_chunks_mut(n.div_ceil(4 * rayon::current_num_threads())).enumerate().for_each(|(k, y)| {
                let first = k * n.div_ceil(4 * rayon::current_num_threads());
                for _ in 0..200 {
                    for (r, y) in y.iter_mut().enumerate() {
                        for i in start[first + r]..start[first + r + 1] {
                            *y += x[column[i] as usize] * value[i];
                        }
                    }
                }
            });
        });
    }
    println!("check {}", rows.iter().map(|&r| y[r]).sum::<f64>());
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let size = (args[2].as_bytes()[0] - b'A') as usize;
    match args[1].as_str() {
        "Crypt" => crypt(size),
        "LUFact" => lufact(size),
        "Series" => series(size),
        "Sor" => sor(size),
        _ => sparse(size),
    }
}
