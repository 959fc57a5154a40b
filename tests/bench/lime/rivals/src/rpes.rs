//! RPES: two-electron repulsion integrals by Rys quadrature, roots and weights from a table that is made first.

use crate::Random;
use rayon::prelude::*;

const DENSITY: f32 = 500.0;
const STEPS: usize = 20000;
const ORBITALS: i32 = 64;

/// Place, exponent, factor.
type Orbital = [f32; 5];

struct Quartet {
    orbitals: [u16; 4],
    /// s, x, y, z.
    kinds: [u8; 4],
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

fn moments(t: f64) -> [f64; 6] {
    let (mut term, mut sum) = (1.0 / 11.0, 1.0 / 11.0);
    let mut i = 1.0;
    while term > 1e-18 * sum {
        term *= 2.0 * t / (2.0 * i + 11.0);
        sum += term;
        i += 1.0;
    }
    let e = (-t).exp();
    let mut f = [0.0; 6];
    f[5] = e * sum;
    for m in (0..5).rev() {
        f[m] = (2.0 * t * f[m + 1] + e) / (2 * m + 1) as f64;
    }
    f
}

/// For 1, 2 and 3 roots: root, weight, root, weight, …
fn row(f: &[f64; 6]) -> [f32; 12] {
    let det = f[0] * f[2] - f[1] * f[1];
    let (p1, p0) = ((f[0] * f[3] - f[1] * f[2]) / det, (f[2] * f[2] - f[1] * f[3]) / det);
    let half = (p1 * p1 / 4.0 + p0).sqrt();
    let (u, v) = (p1 / 2.0 - half, p1 / 2.0 + half);
    let m = [[f[0], f[1], f[2]], [f[1], f[2], f[3]], [f[2], f[3], f[4]]];
    let whole = determinant(&m);
    let c: [f64; 3] = std::array::from_fn(|column| {
        let mut other = m;
        (0..3).for_each(|r| other[r][column] = -f[3 + r]);
        determinant(&other) / whole
    });
    let shift = -c[2] / 3.0;
    let (p, q) = (c[1] - c[2] * c[2] / 3.0, 2.0 * c[2] * c[2] * c[2] / 27.0 - c[2] * c[1] / 3.0 + c[0]);
    let radius = 2.0 * (-p / 3.0).sqrt();
    let angle = (3.0 * q / (p * radius)).clamp(-1.0, 1.0).acos() / 3.0;
    let cubic: [f64; 3] =
        std::array::from_fn(|r| shift + radius * (angle - std::f64::consts::TAU * r as f64 / 3.0).cos());
    let mut out = [0.0; 12];
    out[..2].copy_from_slice(&[f[1] / f[0], f[0]]);
    out[2..6].copy_from_slice(&[u, (f[0] * v - f[1]) / (v - u), v, (f[1] - f[0] * u) / (v - u)]);
    for (r, &x) in cubic.iter().enumerate() {
        let (u, v) = (cubic[(r + 1) % 3], cubic[(r + 2) % 3]);
        out[6 + 2 * r] = x;
        out[7 + 2 * r] = (f[2] - (u + v) * f[1] + u * v * f[0]) / ((x - u) * (x - v));
    }
    out.map(|x: f64| x as f32)
}

fn table() -> Vec<[f32; 12]> {
    let mut table: Vec<_> = (0..STEPS - 1).map(|s| row(&moments(s as f64 / DENSITY as f64))).collect();
    let mut f = [std::f64::consts::PI.sqrt() / 2.0; 6];
    for m in 1..6 {
        f[m] = f[m - 1] * (2 * m - 1) as f64 / 2.0;
    }
    table.push(row(&f));
    table
}

/// The integral along one axis. `powers` says which of the four orbitals have one there.
fn axis(powers: [bool; 4], ab: f32, cd: f32, c00: f32, d00: f32, [b00, b10, b01]: [f32; 3]) -> f32 {
    let (g11, g20, g02) = (c00 * d00 + b00, c00 * c00 + b10, d00 * d00 + b01);
    let g21 = c00 * g11 + b10 * d00 + b00 * c00;
    let g12 = d00 * g11 + b01 * c00 + b00 * d00;
    let g22 = c00 * g12 + b10 * g02 + 2.0 * b00 * g11;
    let (h0, h1, h2) = match (powers[0], powers[1]) {
        (false, false) => (1.0, d00, d00 * d00 + b01),
        (true, false) => (c00, g11, g12),
        (false, true) => (c00 + ab, g11 + ab * d00, g12 + ab * g02),
        (true, true) => (g20 + ab * c00, g21 + ab * g11, g22 + ab * g12),
    };
    match (powers[2], powers[3]) {
        (false, false) => h0,
        (true, false) => h1,
        (false, true) => h1 + cd * h0,
        (true, true) => h2 + cd * h1,
    }
}

fn integral(quartet: &Quartet, orbitals: &[Orbital], table: &[[f32; 12]]) -> f32 {
    let [a, b, c, d] = quartet.orbitals.map(|o| &orbitals[o as usize]);
    let (p, q) = (a[3] + b[3], c[3] + d[3]);
    let bra: [f32; 3] = std::array::from_fn(|x| (a[3] * a[x] + b[3] * b[x]) / p);
    let ket: [f32; 3] = std::array::from_fn(|x| (c[3] * c[x] + d[3] * d[x]) / q);
    let ab: [f32; 3] = std::array::from_fn(|x| a[x] - b[x]);
    let cd: [f32; 3] = std::array::from_fn(|x| c[x] - d[x]);
    let between: [f32; 3] = std::array::from_fn(|x| bra[x] - ket[x]);
    let square = |v: &[f32; 3]| v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    let t = p * q / (p + q) * square(&between);
    let overlap = (-(a[3] * b[3] / p * square(&ab) + c[3] * d[3] / q * square(&cd))).exp();
    let factor = 34.986835 / (p * q * (p + q).sqrt()) * overlap * a[4] * b[4] * c[4] * d[4];
    let roots = quartet.kinds.iter().filter(|k| **k > 0).count() / 2 + 1;
    let position = t * DENSITY;
    let step = position as usize;
    let far = step >= STEPS - 1;
    let mut sum = 0.0;
    for r in 0..roots {
        let at = roots * (roots - 1) + 2 * r;
        let (u, w) = if far {
            (table[STEPS - 1][at] / t, table[STEPS - 1][at + 1] / t.sqrt())
        } else {
            let (low, high, part) = (&table[step], &table[step + 1], position - step as f32);
            (low[at] + part * (high[at] - low[at]), low[at + 1] + part * (high[at + 1] - low[at + 1]))
        };
        let s = u / (p + q);
        let coefficients = [0.5 * s, (1.0 - q * s) * 0.5 / p, (1.0 - p * s) * 0.5 / q];
        sum += (0..3).fold(w, |product, x| {
            let powers = quartet.kinds.map(|k| k as usize == x + 1);
            let (c00, d00) = (bra[x] - a[x] - q * s * between[x], ket[x] - c[x] + p * s * between[x]);
            product * axis(powers, ab[x], cd[x], c00, d00, coefficients)
        });
    }
    factor * sum
}

pub fn run(scale: usize) -> f64 {
    let mut random = Random::new(4711);
    let table = table();
    let orbitals: Vec<Orbital> = (0..ORBITALS)
        .map(|_| {
            let place: [f32; 3] = std::array::from_fn(|_| 4.0 * random.float());
            let e = 0.2 + 2.0 * random.float();
            [place[0], place[1], place[2], e, (0.5 * e as f64 * e as f64 * e as f64).sqrt().sqrt() as f32]
        })
        .collect();
    let mut random = Random::new(13);
    let quartets: Vec<Quartet> = (0..1_000_000 * scale)
        .map(|n| {
            let orbitals = std::array::from_fn(|_| random.below(ORBITALS) as u16);
            let kinds = if n % 4 == 0 { 0 } else { random.below(256) };
            Quartet { orbitals, kinds: std::array::from_fn(|k| (kinds >> (2 * k) & 3) as u8) }
        })
        .collect();
    let repulsion: Vec<f32> = quartets.par_iter().map(|q| integral(q, &orbitals, &table)).collect();
    repulsion[repulsion.len() / 2] as f64
}
