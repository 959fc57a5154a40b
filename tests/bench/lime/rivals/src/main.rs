//! The nine benchmarks as a Rust programmer writes them: rayon over the outer loop, iterators, the same arithmetic. Usage:
//! `lime-rivals NAME SCALE`. Prints the time of one run in microseconds, making the input included, and a check value.

mod rpes;

use rayon::prelude::*;
use std::time::Instant;

/// The generator of `java.util.Random`: the inputs are those of the programs that are compared with.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random((seed ^ 0x5DEECE66D) & ((1 << 48) - 1))
    }
    fn bits(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(0x5DEECE66D).wrapping_add(0xB) & ((1 << 48) - 1);
        (self.0 >> (48 - bits)) as i32
    }
    fn int(&mut self) -> i32 {
        self.bits(32)
    }
    fn below(&mut self, bound: i32) -> i32 {
        let mut r = self.bits(31);
        if bound & (bound - 1) == 0 {
            return ((bound as i64 * r as i64) >> 31) as i32;
        }
        let mut u = r;
        loop {
            r = u % bound;
            if u.wrapping_sub(r).wrapping_add(bound - 1) >= 0 {
                return r;
            }
            u = self.bits(31);
        }
    }
    fn float(&mut self) -> f32 {
        self.bits(24) as f32 / (1 << 24) as f32
    }
    fn double(&mut self) -> f64 {
        (((self.bits(26) as i64) << 27) + self.bits(27) as i64) as f64 / (1i64 << 53) as f64
    }
}

macro_rules! nbody {
    ($name:ident, $t:ty, $next:ident) => {
        fn $name(scale: usize) -> f64 {
            let n = 4096 * scale;
            let mut random = Random::new(2012);
            let mut bodies: [Vec<$t>; 4] = Default::default();
            for _ in 0..n {
                for (d, column) in bodies.iter_mut().enumerate() {
                    column.push(random.$next() - if d < 3 { 0.5 } else { 0.0 });
                }
            }
            let [x, y, z, m] = &bodies;
            let mut forces: Vec<[$t; 3]> = vec![[0.0; 3]; n];
            // Sixteen bodies at once: the sum over the others keeps its order.
            const LANES: usize = 16;
            forces.par_chunks_mut(LANES).enumerate().for_each(|(chunk, out)| {
                let first = chunk * LANES;
                let own = |column: &[$t]| -> [$t; LANES] { std::array::from_fn(|k| column[first + k]) };
                let (px, py, pz) = (own(x), own(y), own(z));
                let (mut fx, mut fy, mut fz) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
                for (((&x, &y), &z), &m) in x.iter().zip(y).zip(z).zip(m) {
                    for k in 0..LANES {
                        let (dx, dy, dz) = (x - px[k], y - py[k], z - pz[k]);
                        let inverse = 1.0 / (dx * dx + dy * dy + dz * dz + 0.0001).sqrt();
                        let s = m * inverse * inverse * inverse;
                        fx[k] += s * dx;
                        fy[k] += s * dy;
                        fz[k] += s * dz;
                    }
                }
                for (k, out) in out.iter_mut().enumerate() {
                    *out = [fx[k], fy[k], fz[k]];
                }
            });
            forces[n / 2][0] as f64
        }
    };
}
nbody!(nbody_single, f32, float);
nbody!(nbody_double, f64, double);

fn coulombic_potential(scale: usize) -> f64 {
    const SIDE: usize = 512;
    const LANES: usize = 16;
    let mut random = Random::new(2011);
    let mut r = || random.float();
    let atoms: Vec<[f32; 4]> = (0..4000 * scale)
        .map(|_| [r() * SIDE as f32 * 0.1, r() * SIDE as f32 * 0.1, r() * 4.0 + 1.0, r() * 2.0 - 1.0])
        .collect();
    let mut energy = vec![0f32; SIDE * SIDE];
    energy.par_chunks_mut(SIDE).enumerate().for_each(|(row, out)| {
        let y = 0.1 * row as f32;
        for (chunk, out) in out.chunks_exact_mut(LANES).enumerate() {
            let x: [f32; LANES] = std::array::from_fn(|k| 0.1 * (chunk * LANES + k) as f32);
            let mut e = [0f32; LANES];
            for [ax, ay, az, charge] in &atoms {
                let (dy, dz) = (y - ay, 0.5 - az);
                for k in 0..LANES {
                    let dx = x[k] - ax;
                    e[k] += charge / (dx * dx + dy * dy + dz * dz).sqrt();
                }
            }
            out.copy_from_slice(&e);
        }
    });
    energy[1000] as f64
}

fn mri_q(scale: usize) -> f64 {
    let mut random = Random::new(432);
    let mut r = || random.float();
    let voxels: Vec<[f32; 3]> = (0..32768 * scale).map(|_| [r() - 0.5, r() - 0.5, r() - 0.5]).collect();
    let mut random = Random::new(256);
    let mut r = || random.float();
    let samples: Vec<[f32; 4]> = (0..3072)
        .map(|_| {
            let [x, y, z] = std::array::from_fn(|_| 32.0 * (r() - 0.5));
            let (re, im) = (r(), r());
            [x, y, z, re * re + im * im]
        })
        .collect();
    let q: Vec<[f32; 2]> = voxels
        .par_iter()
        .map(|v| {
            samples.iter().fold([0.0, 0.0], |[re, im], s| {
                let angle = std::f32::consts::TAU * (s[0] * v[0] + s[1] * v[1] + s[2] * v[2]);
                let (sin, cos) = angle.sin_cos();
                [re + s[3] * cos, im + s[3] * sin]
            })
        })
        .collect();
    q[38][1] as f64
}

macro_rules! series {
    ($name:ident, $t:ident) => {
        fn $name(scale: usize) -> f64 {
            let coefficients: Vec<[$t; 2]> = (0..100_000 * scale)
                .into_par_iter()
                .map(|n| {
                    let (dx, omega) = (2.0 / 1000.0, std::$t::consts::PI * n as $t);
                    let (mut x, mut a, mut b): ($t, $t, $t) = (0.0, 0.5, 0.0);
                    for _ in 1..1000 {
                        x += dx;
                        let f = (x + 1.0).powf(x);
                        let (sin, cos) = (omega * x).sin_cos();
                        a += f * cos;
                        b += f * sin;
                    }
                    let last = 0.5 * (3.0 as $t).powf(2.0);
                    let (sin, cos) = (omega * 2.0).sin_cos();
                    [(a + last * cos) * dx, (b + last * sin) * dx]
                })
                .collect();
            coefficients[4][1] as f64
        }
    };
}
series!(series_single, f32);
series!(series_double, f64);

fn times(a: u32, b: u32) -> u32 {
    if a == 0 {
        return 1u32.wrapping_sub(b) & 0xffff;
    }
    if b == 0 {
        return 1u32.wrapping_sub(a) & 0xffff;
    }
    let p = a.wrapping_mul(b);
    let (low, high) = (p & 0xffff, p >> 16);
    low.wrapping_sub(high).wrapping_add((low < high) as u32) & 0xffff
}

fn cipher(from: &[u8], key: &[u32; 52]) -> Vec<u8> {
    let mut to = vec![0; from.len()];
    to.par_chunks_exact_mut(8).zip(from.par_chunks_exact(8)).with_min_len(1024).for_each(|(out, block)| {
        let word = |w: usize| block[2 * w] as u32 | (block[2 * w + 1] as u32) << 8;
        let [mut x1, mut x2, mut x3, mut x4] = [word(0), word(1), word(2), word(3)];
        for k in key[..48].chunks_exact(6) {
            x1 = times(x1, k[0]);
            x2 = (x2 + k[1]) & 0xffff;
            x3 = (x3 + k[2]) & 0xffff;
            x4 = times(x4, k[3]);
            let t = times(x1 ^ x3, k[4]);
            let u = times((t + (x2 ^ x4)) & 0xffff, k[5]);
            let t = (u + t) & 0xffff;
            x1 ^= u;
            x4 ^= t;
            (x2, x3) = (x3 ^ u, x2 ^ t);
        }
        let y = [times(x1, key[48]), (x3 + key[49]) & 0xffff, (x2 + key[50]) & 0xffff, times(x4, key[51])];
        for (out, y) in out.chunks_exact_mut(2).zip(y) {
            out.copy_from_slice(&(y as u16).to_le_bytes());
        }
    });
    to
}

fn crypt(scale: usize) -> f64 {
    let mut random = Random::new(136506717);
    let mut text = vec![0u8; 3_000_000 * scale];
    for word in text.chunks_mut(4) {
        word.copy_from_slice(&random.int().to_le_bytes()[..word.len()]);
    }
    let key = std::array::from_fn(|_| random.below(65536) as u32);
    // There and back take the same time with any key.
    let there = cipher(&text, &key);
    cipher(&there, &key)[5] as f64
}

/// Squares of smooth colour with some grain.
fn squares<const N: usize>(count: usize, side: i32, seed: u64) -> Vec<[i32; N]> {
    let mut random = Random::new(seed);
    let square = |_| {
        let colours: [(i32, i32); 3] = std::array::from_fn(|_| (random.below(256), random.below(129) - 64));
        std::array::from_fn(|p| {
            let (x, y) = (p as i32 % side, p as i32 / side);
            colours.iter().fold(0, |pixel, (base, slope)| {
                let level = base + slope * (x + y) / side + random.below(9) - 4;
                pixel << 8 | level.clamp(0, 255)
            })
        })
    };
    (0..count).map(square).collect()
}

fn mosaic(scale: usize) -> f64 {
    let tiles: Vec<[i32; 16]> = squares(4800 * scale, 4, 5);
    let library: Vec<[i32; 256]> = squares(300 * scale, 16, 8);
    let shrink = |picture: &[i32; 256]| -> [i32; 16] {
        std::array::from_fn(|t| {
            let mut c = [0; 3];
            for p in 0..16 {
                let pixel = picture[(t / 4 * 4 + p / 4) * 16 + t % 4 * 4 + p % 4];
                c[0] += pixel >> 16 & 255;
                c[1] += pixel >> 8 & 255;
                c[2] += pixel & 255;
            }
            c[0] / 16 << 16 | c[1] / 16 << 8 | c[2] / 16
        })
    };
    let thumbnails: Vec<[i32; 16]> = library.par_iter().map(shrink).collect();
    let score = |tile: &[i32; 16], thumbnail: &[i32; 16]| -> i32 {
        let channels = |a: i32, b: i32| {
            ((a >> 16) - (b >> 16)).abs() + ((a >> 8 & 255) - (b >> 8 & 255)).abs() + ((a & 255) - (b & 255)).abs()
        };
        tile.iter().zip(thumbnail).map(|(&a, &b)| channels(a, b)).sum()
    };
    let mosaic: Vec<[i32; 256]> = tiles
        .par_iter()
        .map(|tile| {
            let (mut best, mut lowest) = (0, i32::MAX);
            for (j, thumbnail) in thumbnails.iter().enumerate() {
                let score = score(tile, thumbnail);
                if score < lowest {
                    (best, lowest) = (j, score);
                }
            }
            library[best]
        })
        .collect();
    mosaic[0][3] as f64
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scale = args.get(2).and_then(|s| s.parse().ok()).unwrap_or(1);
    let programs: [(&str, fn(usize) -> f64); 9] = [
        ("NBodySingle", nbody_single),
        ("NBodyDouble", nbody_double),
        ("CoulombicPotential", coulombic_potential),
        ("MriQ", mri_q),
        ("SeriesSingle", series_single),
        ("SeriesDouble", series_double),
        ("Crypt", crypt),
        ("Mosaic", mosaic),
        ("Rpes", rpes::run),
    ];
    let Some((_, run)) = programs.iter().find(|p| args.get(1).is_some_and(|a| a == p.0)) else {
        std::process::exit(1);
    };
    let begun = Instant::now();
    let check = run(scale);
    println!("time {} us", begun.elapsed().as_micros());
    eprintln!("{check}");
}
