//! The program's parallel methods. Each is a function over Java arrays; its loops are functions over ranges of iterations.

#![allow(non_snake_case, non_upper_case_globals, unused_parens, unused_mut, unused_variables, unused_assignments)]
#![allow(dead_code, unused_imports, unused_labels, unreachable_code, arithmetic_overflow, clippy::all)]

use somd_runtime::check::{self, Site};
use somd_runtime::grid::{Below, Grid, Held, View};
use somd_runtime::kernel::{Arg, ArgKind, Bytes, Elem, Form, Kernel, Operator, Out, OutputKind, Param, Rows, Scalar};
use somd_runtime::ops;
use somd_runtime::par::{self, BLOCK, Block, LANES, Privates, Run, SMALL, STRIP, Space, Spare};
use somd_runtime::plain::{self, Plain, Unboxed};
use somd_runtime::target::Choice;
use somd_runtime::{Array, Ref};
use std::mem::take;
use std::ops::Range;

/// `library[picture]`
static SITE_9: Site = Site { method: "Mosaic.pixels", file: "Mosaic.somd", line: 109 };

/// A range of iterations of `Mosaic.choose(Mosaic.Picture)`:
/// Mosaic.somd:62: int[[][16]] thumbnails = Mosaic @ shrink(picture.library);
fn Mosaic_shrink(range: Range<usize>, space: &Space<1>, library: View<i32, 2>, result_: View<i32, 2>) {
    let library = library.bounded([-1, 256]);
    let result_ = result_.bounded([-1, 16]);
    // SAFETY: an index without a check is in range: the compiler has proved it. No two iterations store to one element.
    unsafe {
        let i_range = space.indices(range);
        for i in i_range {
            // Mosaic.somd:68: int[] small = new int[16];
            let mut small: [i32; 16] = [0; 16];
            // Mosaic.somd:69: for (int y = 0; y < 4; y++)
            for y in 0..4 {
                // Mosaic.somd:70: for (int x = 0; x < 4; x++) {
                for x in 0..4 {
                    // Mosaic.somd:71: int red = 0, green = 0, blue = 0;
                    let mut red: i32 = 0;
                    // Mosaic.somd:71: int red = 0, green = 0, blue = 0;
                    let mut green: i32 = 0;
                    // Mosaic.somd:71: int red = 0, green = 0, blue = 0;
                    let mut blue: i32 = 0;
                    // Mosaic.somd:72: for (int dy = 0; dy < 4; dy++)
                    for dy in 0..4 {
                        // Mosaic.somd:73: for (int dx = 0; dx < 4; dx++) {
                        for dx in 0..4 {
                            // Mosaic.somd:74: int pixel = picture[(4 * y + dy) * 16 + 4 * x + dx];
                            let pixel: i32 = library.at(i, (4 * y + dy) * 16 + 4 * x + dx);
                            // Mosaic.somd:75: red += pixel >> 16 & 255;
                            red = red + (pixel >> 16 & 255);
                            // Mosaic.somd:76: green += pixel >> 8 & 255;
                            green = green + (pixel >> 8 & 255);
                            // Mosaic.somd:77: blue += pixel & 255;
                            blue = blue + (pixel & 255);
                        }
                    }
                    // Mosaic.somd:79: small[4 * y + x] = red / 16 << 16 | green / 16 << 8 | blue / 16;
                    small[(4 * y + x) as usize] =
                        red.wrapping_div(16) << 16 | green.wrapping_div(16) << 8 | blue.wrapping_div(16);
                }
            }
            // Mosaic.somd:81: return new int[[16]](small);
            result_.put(i, 0, small[0 as usize]);
            result_.put(i, 1, small[1 as usize]);
            result_.put(i, 2, small[2 as usize]);
            result_.put(i, 3, small[3 as usize]);
            result_.put(i, 4, small[4 as usize]);
            result_.put(i, 5, small[5 as usize]);
            result_.put(i, 6, small[6 as usize]);
            result_.put(i, 7, small[7 as usize]);
            result_.put(i, 8, small[8 as usize]);
            result_.put(i, 9, small[9 as usize]);
            result_.put(i, 10, small[10 as usize]);
            result_.put(i, 11, small[11 as usize]);
            result_.put(i, 12, small[12 as usize]);
            result_.put(i, 13, small[13 as usize]);
            result_.put(i, 14, small[14 as usize]);
            result_.put(i, 15, small[15 as usize]);
        }
    }
}

static MOSAIC_SHRINK_KERNEL: Kernel = Kernel {
    name: "Mosaic_shrink",
    source: include_str!("../../kernels/Mosaic_shrink.cl"),
    method: "Mosaic.choose(Mosaic.Picture)",
    place: "Mosaic.somd:62",
    rank: 1,
    args: &[ArgKind::Array { name: "library", elem: Elem::I32, rank: 2 }],
    outputs: &[OutputKind::Array { elem: Elem::I32, rank: 2, zeroed: false }],
    params: &[Param::Arg(0), Param::Out(0), Param::From(0), Param::To(0)],
    form: Form::Points { width: 1 },
    wide: false,
    checked: false,
    reads_own: false,
    fast_math: false,
    rows: Rows::OwnOnly,
    constants: &[],
    images: &[],
    combined: &[],
    uneven: false,
    operations: 4369,
    bytes: 1216,
};

/// `Mosaic.choose(Mosaic.Picture)` over grids: array arguments that it updates become the new values.
fn Mosaic_choose_region(run: &Run, mut library: Grid<i32, 2>) -> Grid<i32, 2> {
    // Mosaic.somd:62: int[[][16]] thumbnails = Mosaic @ shrink(picture.library);
    let mut result_ = {
        let space = Space::<1>::new([(0 as i64, library.len(0) as i64)]);
        let result_ = Grid::<i32, 2>::new([library.len(0), 16]);
        let mut outs = [Out::Array { array: result_.arg(), old: None }];
        let launched =
            run.launch(&MOSAIC_SHRINK_KERNEL, &space, &[Arg::Array(library.arg())], &mut outs, &mut |range| {
                let result__view = result_.view_mut();
                let library_view = library.view();
                Mosaic_shrink(range, &space, library_view, result__view);
            });
        if !launched {
            let result__view = result_.view_mut();
            let library_view = library.view();
            run.each(
                &space,
                68 + par::rounds(0_i64, 4_i64)
                    * (3 + par::rounds(0_i64, 4_i64)
                        * (47 + par::rounds(0_i64, 4_i64) * (3 + par::rounds(0_i64, 4_i64) * (34)))),
                &|range| Mosaic_shrink(range, &space, library_view, result__view),
            );
        }
        result_
    };
    take(&mut result_)
}

/// `Mosaic.choose(Mosaic.Picture)`
/// Mosaic.somd:62: int[[][16]] thumbnails = Mosaic @ shrink(picture.library);
pub fn Mosaic_choose(library: &Ref<Array<Ref<Array<i32>>>>) -> Ref<Array<Ref<Array<i32>>>> {
    static CHOICE: Choice = Choice::new("Mosaic.choose(Mosaic.Picture)");
    let run = &Run::new(&CHOICE);
    let library_grid = Grid::<i32, 2>::argument(library.up());
    let result_0 = Mosaic_choose_region(run, library_grid.clone());
    result_0.into_array()
}

/// A range of iterations of `Mosaic.choose(Mosaic.Picture)`:
/// Mosaic.somd:63: return new Choice(Mosaic @ best(picture.tiles, thumbnails), picture.library);
fn Mosaic_best(
    range: Range<usize>,
    space: &Space<1>,
    tiles: View<i32, 2>,
    thumbnails: View<i32, 2>,
    result_: View<i32, 1>,
) {
    let tiles = tiles.bounded([-1, 16]);
    let thumbnails = thumbnails.bounded([-1, 16]);
    // SAFETY: an index without a check is in range: the compiler has proved it. No two iterations store to one element.
    unsafe {
        let i_range = space.indices(range);
        for i in i_range {
            // Mosaic.somd:85: int best = 0;
            let mut best: i32 = 0;
            // Mosaic.somd:86: int lowest = Integer.MAX_VALUE;
            let mut lowest: i32 = 2147483647;
            // Mosaic.somd:87: for (int j = 0; j < library.length; j++) {
            for j in 0..thumbnails.len(0) {
                // Mosaic.somd:88: int score = 0;
                let mut score: i32 = 0;
                // Mosaic.somd:89: for (int p = 0; p < 16; p++) {
                for p in 0..16 {
                    // Mosaic.somd:90: int a = tile[p], b = library[j][p];
                    let a: i32 = tiles.at(i, p);
                    // Mosaic.somd:90: int a = tile[p], b = library[j][p];
                    let b: i32 = thumbnails.at(j, p);
                    // Mosaic.somd:91: score += Math.abs((a >> 16) - (b >> 16)) + Math.abs((a >> 8 & 255) - (b >> 8 & 255)) + Math.abs((a & 255) - (b & 255));
                    score = score
                        + (i32::wrapping_abs((a >> 16) - (b >> 16))
                            + i32::wrapping_abs((a >> 8 & 255) - (b >> 8 & 255))
                            + i32::wrapping_abs((a & 255) - (b & 255)));
                }
                // Mosaic.somd:93: if (score < lowest) {
                if score < lowest {
                    // Mosaic.somd:94: lowest = score;
                    lowest = score;
                    // Mosaic.somd:95: best = j;
                    best = j;
                }
            }
            // Mosaic.somd:98: return best;
            result_.put(i, best);
        }
    }
}

static MOSAIC_BEST_KERNEL: Kernel = Kernel {
    name: "Mosaic_best",
    source: include_str!("../../kernels/Mosaic_best.cl"),
    method: "Mosaic.choose(Mosaic.Picture)",
    place: "Mosaic.somd:63",
    rank: 1,
    args: &[
        ArgKind::Array { name: "tiles", elem: Elem::I32, rank: 2 },
        ArgKind::Array { name: "thumbnails", elem: Elem::I32, rank: 2 },
    ],
    outputs: &[OutputKind::Array { elem: Elem::I32, rank: 1, zeroed: false }],
    params: &[
        Param::Arg(0),
        Param::ArgLen { arg: 0, dim: 0 },
        Param::Arg(1),
        Param::ArgLen { arg: 1, dim: 0 },
        Param::Out(0),
        Param::From(0),
        Param::To(0),
    ],
    form: Form::Strips { items: 2 },
    wide: false,
    checked: false,
    reads_own: false,
    fast_math: false,
    rows: Rows::Any,
    constants: &[],
    images: &[],
    combined: &[],
    uneven: false,
    operations: 4897,
    bytes: 2052,
};

/// `Mosaic.choose(Mosaic.Picture)` over grids: array arguments that it updates become the new values.
fn Mosaic_choose_2_region(run: &Run, mut tiles: Grid<i32, 2>, mut thumbnails: Grid<i32, 2>) -> Grid<i32, 1> {
    // Mosaic.somd:63: return new Choice(Mosaic @ best(picture.tiles, thumbnails), picture.library);
    let mut result_ = {
        let space = Space::<1>::new([(0 as i64, tiles.len(0) as i64)]);
        let result_ = Grid::<i32, 1>::new([tiles.len(0)]);
        let mut outs = [Out::Array { array: result_.arg(), old: None }];
        let launched = run.launch(
            &MOSAIC_BEST_KERNEL,
            &space,
            &[Arg::Array(tiles.arg()), Arg::Array(thumbnails.arg())],
            &mut outs,
            &mut |range| {
                let result__view = result_.view_mut();
                let tiles_view = tiles.view();
                let thumbnails_view = thumbnails.view();
                Mosaic_best(range, &space, tiles_view, thumbnails_view, result__view);
            },
        );
        if !launched {
            let result__view = result_.view_mut();
            let tiles_view = tiles.view();
            let thumbnails_view = thumbnails.view();
            run.each(
                &space,
                7 + par::rounds(0_i64, (thumbnails_view.len(0) as i64)) * (9 + par::rounds(0_i64, 16_i64) * (38)),
                &|range| Mosaic_best(range, &space, tiles_view, thumbnails_view, result__view),
            );
        }
        result_
    };
    take(&mut result_)
}

/// `Mosaic.choose(Mosaic.Picture)`
/// Mosaic.somd:63: return new Choice(Mosaic @ best(picture.tiles, thumbnails), picture.library);
pub fn Mosaic_choose_2(
    tiles: &Ref<Array<Ref<Array<i32>>>>,
    thumbnails: &Ref<Array<Ref<Array<i32>>>>,
) -> Ref<Array<i32>> {
    static CHOICE: Choice = Choice::new("Mosaic.choose(Mosaic.Picture)");
    let run = &Run::new(&CHOICE);
    let tiles_grid = Grid::<i32, 2>::argument(tiles.up());
    let thumbnails_grid = Grid::<i32, 2>::argument(thumbnails.up());
    let result_0 = Mosaic_choose_2_region(run, tiles_grid.clone(), thumbnails_grid.clone());
    result_0.into_array()
}

/// A range of iterations of `Mosaic.paint(Mosaic.Choice)`:
/// Mosaic.somd:103: return Mosaic @ pixels(choice.picture, choice.library);
fn Mosaic_pixels(
    range: Range<usize>,
    space: &Space<1>,
    picture: View<i32, 1>,
    library: View<i32, 2>,
    result_: View<i32, 2>,
) {
    let library = library.bounded([-1, 256]);
    let result_ = result_.bounded([-1, 256]);
    // SAFETY: an index without a check is in range: the compiler has proved it. No two iterations store to one element.
    unsafe {
        let i_range = space.indices(range);
        for i in i_range {
            let at = space.at([i as i64]);
            // Mosaic.somd:103: return Mosaic @ pixels(choice.picture, choice.library);
            let picture_1: i32 = picture.at(i);
            // Mosaic.somd:107: int[] out = new int[256];
            let mut out: [i32; 256] = [0; 256];
            // Mosaic.somd:108: for (int p = 0; p < 256; p++)
            if check::within(picture_1 as i64, picture_1 as i64, library.len(0)) {
                for p in 0..256 {
                    // Mosaic.somd:109: out[p] = library[picture][p];
                    out[p as usize] = library.at(picture_1, p);
                }
            } else {
                for p in 0..256 {
                    // Mosaic.somd:109: out[p] = library[picture][p];
                    out[p as usize] = library.at(check::index(picture_1, library.len(0), &SITE_9), p);
                }
            }
            // Mosaic.somd:110: return new int[[256]](out);
            result_.put(i, 0, out[0 as usize]);
            result_.put(i, 1, out[1 as usize]);
            result_.put(i, 2, out[2 as usize]);
            result_.put(i, 3, out[3 as usize]);
            result_.put(i, 4, out[4 as usize]);
            result_.put(i, 5, out[5 as usize]);
            result_.put(i, 6, out[6 as usize]);
            result_.put(i, 7, out[7 as usize]);
            result_.put(i, 8, out[8 as usize]);
            result_.put(i, 9, out[9 as usize]);
            result_.put(i, 10, out[10 as usize]);
            result_.put(i, 11, out[11 as usize]);
            result_.put(i, 12, out[12 as usize]);
            result_.put(i, 13, out[13 as usize]);
            result_.put(i, 14, out[14 as usize]);
            result_.put(i, 15, out[15 as usize]);
            result_.put(i, 16, out[16 as usize]);
            result_.put(i, 17, out[17 as usize]);
            result_.put(i, 18, out[18 as usize]);
            result_.put(i, 19, out[19 as usize]);
            result_.put(i, 20, out[20 as usize]);
            result_.put(i, 21, out[21 as usize]);
            result_.put(i, 22, out[22 as usize]);
            result_.put(i, 23, out[23 as usize]);
            result_.put(i, 24, out[24 as usize]);
            result_.put(i, 25, out[25 as usize]);
            result_.put(i, 26, out[26 as usize]);
            result_.put(i, 27, out[27 as usize]);
            result_.put(i, 28, out[28 as usize]);
            result_.put(i, 29, out[29 as usize]);
            result_.put(i, 30, out[30 as usize]);
            result_.put(i, 31, out[31 as usize]);
            result_.put(i, 32, out[32 as usize]);
            result_.put(i, 33, out[33 as usize]);
            result_.put(i, 34, out[34 as usize]);
            result_.put(i, 35, out[35 as usize]);
            result_.put(i, 36, out[36 as usize]);
            result_.put(i, 37, out[37 as usize]);
            result_.put(i, 38, out[38 as usize]);
            result_.put(i, 39, out[39 as usize]);
            result_.put(i, 40, out[40 as usize]);
            result_.put(i, 41, out[41 as usize]);
            result_.put(i, 42, out[42 as usize]);
            result_.put(i, 43, out[43 as usize]);
            result_.put(i, 44, out[44 as usize]);
            result_.put(i, 45, out[45 as usize]);
            result_.put(i, 46, out[46 as usize]);
            result_.put(i, 47, out[47 as usize]);
            result_.put(i, 48, out[48 as usize]);
            result_.put(i, 49, out[49 as usize]);
            result_.put(i, 50, out[50 as usize]);
            result_.put(i, 51, out[51 as usize]);
            result_.put(i, 52, out[52 as usize]);
            result_.put(i, 53, out[53 as usize]);
            result_.put(i, 54, out[54 as usize]);
            result_.put(i, 55, out[55 as usize]);
            result_.put(i, 56, out[56 as usize]);
            result_.put(i, 57, out[57 as usize]);
            result_.put(i, 58, out[58 as usize]);
            result_.put(i, 59, out[59 as usize]);
            result_.put(i, 60, out[60 as usize]);
            result_.put(i, 61, out[61 as usize]);
            result_.put(i, 62, out[62 as usize]);
            result_.put(i, 63, out[63 as usize]);
            result_.put(i, 64, out[64 as usize]);
            result_.put(i, 65, out[65 as usize]);
            result_.put(i, 66, out[66 as usize]);
            result_.put(i, 67, out[67 as usize]);
            result_.put(i, 68, out[68 as usize]);
            result_.put(i, 69, out[69 as usize]);
            result_.put(i, 70, out[70 as usize]);
            result_.put(i, 71, out[71 as usize]);
            result_.put(i, 72, out[72 as usize]);
            result_.put(i, 73, out[73 as usize]);
            result_.put(i, 74, out[74 as usize]);
            result_.put(i, 75, out[75 as usize]);
            result_.put(i, 76, out[76 as usize]);
            result_.put(i, 77, out[77 as usize]);
            result_.put(i, 78, out[78 as usize]);
            result_.put(i, 79, out[79 as usize]);
            result_.put(i, 80, out[80 as usize]);
            result_.put(i, 81, out[81 as usize]);
            result_.put(i, 82, out[82 as usize]);
            result_.put(i, 83, out[83 as usize]);
            result_.put(i, 84, out[84 as usize]);
            result_.put(i, 85, out[85 as usize]);
            result_.put(i, 86, out[86 as usize]);
            result_.put(i, 87, out[87 as usize]);
            result_.put(i, 88, out[88 as usize]);
            result_.put(i, 89, out[89 as usize]);
            result_.put(i, 90, out[90 as usize]);
            result_.put(i, 91, out[91 as usize]);
            result_.put(i, 92, out[92 as usize]);
            result_.put(i, 93, out[93 as usize]);
            result_.put(i, 94, out[94 as usize]);
            result_.put(i, 95, out[95 as usize]);
            result_.put(i, 96, out[96 as usize]);
            result_.put(i, 97, out[97 as usize]);
            result_.put(i, 98, out[98 as usize]);
            result_.put(i, 99, out[99 as usize]);
            result_.put(i, 100, out[100 as usize]);
            result_.put(i, 101, out[101 as usize]);
            result_.put(i, 102, out[102 as usize]);
            result_.put(i, 103, out[103 as usize]);
            result_.put(i, 104, out[104 as usize]);
            result_.put(i, 105, out[105 as usize]);
            result_.put(i, 106, out[106 as usize]);
            result_.put(i, 107, out[107 as usize]);
            result_.put(i, 108, out[108 as usize]);
            result_.put(i, 109, out[109 as usize]);
            result_.put(i, 110, out[110 as usize]);
            result_.put(i, 111, out[111 as usize]);
            result_.put(i, 112, out[112 as usize]);
            result_.put(i, 113, out[113 as usize]);
            result_.put(i, 114, out[114 as usize]);
            result_.put(i, 115, out[115 as usize]);
            result_.put(i, 116, out[116 as usize]);
            result_.put(i, 117, out[117 as usize]);
            result_.put(i, 118, out[118 as usize]);
            result_.put(i, 119, out[119 as usize]);
            result_.put(i, 120, out[120 as usize]);
            result_.put(i, 121, out[121 as usize]);
            result_.put(i, 122, out[122 as usize]);
            result_.put(i, 123, out[123 as usize]);
            result_.put(i, 124, out[124 as usize]);
            result_.put(i, 125, out[125 as usize]);
            result_.put(i, 126, out[126 as usize]);
            result_.put(i, 127, out[127 as usize]);
            result_.put(i, 128, out[128 as usize]);
            result_.put(i, 129, out[129 as usize]);
            result_.put(i, 130, out[130 as usize]);
            result_.put(i, 131, out[131 as usize]);
            result_.put(i, 132, out[132 as usize]);
            result_.put(i, 133, out[133 as usize]);
            result_.put(i, 134, out[134 as usize]);
            result_.put(i, 135, out[135 as usize]);
            result_.put(i, 136, out[136 as usize]);
            result_.put(i, 137, out[137 as usize]);
            result_.put(i, 138, out[138 as usize]);
            result_.put(i, 139, out[139 as usize]);
            result_.put(i, 140, out[140 as usize]);
            result_.put(i, 141, out[141 as usize]);
            result_.put(i, 142, out[142 as usize]);
            result_.put(i, 143, out[143 as usize]);
            result_.put(i, 144, out[144 as usize]);
            result_.put(i, 145, out[145 as usize]);
            result_.put(i, 146, out[146 as usize]);
            result_.put(i, 147, out[147 as usize]);
            result_.put(i, 148, out[148 as usize]);
            result_.put(i, 149, out[149 as usize]);
            result_.put(i, 150, out[150 as usize]);
            result_.put(i, 151, out[151 as usize]);
            result_.put(i, 152, out[152 as usize]);
            result_.put(i, 153, out[153 as usize]);
            result_.put(i, 154, out[154 as usize]);
            result_.put(i, 155, out[155 as usize]);
            result_.put(i, 156, out[156 as usize]);
            result_.put(i, 157, out[157 as usize]);
            result_.put(i, 158, out[158 as usize]);
            result_.put(i, 159, out[159 as usize]);
            result_.put(i, 160, out[160 as usize]);
            result_.put(i, 161, out[161 as usize]);
            result_.put(i, 162, out[162 as usize]);
            result_.put(i, 163, out[163 as usize]);
            result_.put(i, 164, out[164 as usize]);
            result_.put(i, 165, out[165 as usize]);
            result_.put(i, 166, out[166 as usize]);
            result_.put(i, 167, out[167 as usize]);
            result_.put(i, 168, out[168 as usize]);
            result_.put(i, 169, out[169 as usize]);
            result_.put(i, 170, out[170 as usize]);
            result_.put(i, 171, out[171 as usize]);
            result_.put(i, 172, out[172 as usize]);
            result_.put(i, 173, out[173 as usize]);
            result_.put(i, 174, out[174 as usize]);
            result_.put(i, 175, out[175 as usize]);
            result_.put(i, 176, out[176 as usize]);
            result_.put(i, 177, out[177 as usize]);
            result_.put(i, 178, out[178 as usize]);
            result_.put(i, 179, out[179 as usize]);
            result_.put(i, 180, out[180 as usize]);
            result_.put(i, 181, out[181 as usize]);
            result_.put(i, 182, out[182 as usize]);
            result_.put(i, 183, out[183 as usize]);
            result_.put(i, 184, out[184 as usize]);
            result_.put(i, 185, out[185 as usize]);
            result_.put(i, 186, out[186 as usize]);
            result_.put(i, 187, out[187 as usize]);
            result_.put(i, 188, out[188 as usize]);
            result_.put(i, 189, out[189 as usize]);
            result_.put(i, 190, out[190 as usize]);
            result_.put(i, 191, out[191 as usize]);
            result_.put(i, 192, out[192 as usize]);
            result_.put(i, 193, out[193 as usize]);
            result_.put(i, 194, out[194 as usize]);
            result_.put(i, 195, out[195 as usize]);
            result_.put(i, 196, out[196 as usize]);
            result_.put(i, 197, out[197 as usize]);
            result_.put(i, 198, out[198 as usize]);
            result_.put(i, 199, out[199 as usize]);
            result_.put(i, 200, out[200 as usize]);
            result_.put(i, 201, out[201 as usize]);
            result_.put(i, 202, out[202 as usize]);
            result_.put(i, 203, out[203 as usize]);
            result_.put(i, 204, out[204 as usize]);
            result_.put(i, 205, out[205 as usize]);
            result_.put(i, 206, out[206 as usize]);
            result_.put(i, 207, out[207 as usize]);
            result_.put(i, 208, out[208 as usize]);
            result_.put(i, 209, out[209 as usize]);
            result_.put(i, 210, out[210 as usize]);
            result_.put(i, 211, out[211 as usize]);
            result_.put(i, 212, out[212 as usize]);
            result_.put(i, 213, out[213 as usize]);
            result_.put(i, 214, out[214 as usize]);
            result_.put(i, 215, out[215 as usize]);
            result_.put(i, 216, out[216 as usize]);
            result_.put(i, 217, out[217 as usize]);
            result_.put(i, 218, out[218 as usize]);
            result_.put(i, 219, out[219 as usize]);
            result_.put(i, 220, out[220 as usize]);
            result_.put(i, 221, out[221 as usize]);
            result_.put(i, 222, out[222 as usize]);
            result_.put(i, 223, out[223 as usize]);
            result_.put(i, 224, out[224 as usize]);
            result_.put(i, 225, out[225 as usize]);
            result_.put(i, 226, out[226 as usize]);
            result_.put(i, 227, out[227 as usize]);
            result_.put(i, 228, out[228 as usize]);
            result_.put(i, 229, out[229 as usize]);
            result_.put(i, 230, out[230 as usize]);
            result_.put(i, 231, out[231 as usize]);
            result_.put(i, 232, out[232 as usize]);
            result_.put(i, 233, out[233 as usize]);
            result_.put(i, 234, out[234 as usize]);
            result_.put(i, 235, out[235 as usize]);
            result_.put(i, 236, out[236 as usize]);
            result_.put(i, 237, out[237 as usize]);
            result_.put(i, 238, out[238 as usize]);
            result_.put(i, 239, out[239 as usize]);
            result_.put(i, 240, out[240 as usize]);
            result_.put(i, 241, out[241 as usize]);
            result_.put(i, 242, out[242 as usize]);
            result_.put(i, 243, out[243 as usize]);
            result_.put(i, 244, out[244 as usize]);
            result_.put(i, 245, out[245 as usize]);
            result_.put(i, 246, out[246 as usize]);
            result_.put(i, 247, out[247 as usize]);
            result_.put(i, 248, out[248 as usize]);
            result_.put(i, 249, out[249 as usize]);
            result_.put(i, 250, out[250 as usize]);
            result_.put(i, 251, out[251 as usize]);
            result_.put(i, 252, out[252 as usize]);
            result_.put(i, 253, out[253 as usize]);
            result_.put(i, 254, out[254 as usize]);
            result_.put(i, 255, out[255 as usize]);
            at.done();
        }
    }
}

static MOSAIC_PIXELS_KERNEL: Kernel = Kernel {
    name: "Mosaic_pixels",
    source: include_str!("../../kernels/Mosaic_pixels.cl"),
    method: "Mosaic.paint(Mosaic.Choice)",
    place: "Mosaic.somd:103",
    rank: 1,
    args: &[
        ArgKind::Array { name: "picture", elem: Elem::I32, rank: 1 },
        ArgKind::Array { name: "library", elem: Elem::I32, rank: 2 },
    ],
    outputs: &[OutputKind::Array { elem: Elem::I32, rank: 2, zeroed: false }],
    params: &[
        Param::Arg(0),
        Param::Arg(1),
        Param::ArgLen { arg: 1, dim: 0 },
        Param::Out(0),
        Param::From(0),
        Param::To(0),
        Param::Chained,
        Param::FirstFailure,
    ],
    form: Form::Rows { width: 256 },
    wide: false,
    checked: true,
    reads_own: false,
    fast_math: false,
    rows: Rows::Any,
    constants: &[],
    images: &[1],
    combined: &[],
    uneven: false,
    operations: 1282,
    bytes: 4100,
};

/// `Mosaic.paint(Mosaic.Choice)` over grids: array arguments that it updates become the new values.
fn Mosaic_paint_region(run: &Run, mut picture: Grid<i32, 1>, mut library: Grid<i32, 2>) -> Grid<i32, 2> {
    // Mosaic.somd:103: return Mosaic @ pixels(choice.picture, choice.library);
    let mut result_ = {
        let space = Space::<1>::new([(0 as i64, picture.len(0) as i64)]);
        let result_ = Grid::<i32, 2>::new([picture.len(0), 256]);
        let mut outs = [Out::Array { array: result_.arg(), old: None }];
        let launched = run.launch(
            &MOSAIC_PIXELS_KERNEL,
            &space,
            &[Arg::Array(picture.arg()), Arg::Array(library.arg())],
            &mut outs,
            &mut |range| {
                let result__view = result_.view_mut();
                let picture_view = picture.view();
                let library_view = library.view();
                Mosaic_pixels(range, &space, picture_view, library_view, result__view);
            },
        );
        if !launched {
            let result__view = result_.view_mut();
            let picture_view = picture.view();
            let library_view = library.view();
            run.each(&space, 1030 + par::rounds(0_i64, 256_i64) * (5), &|range| {
                Mosaic_pixels(range, &space, picture_view, library_view, result__view)
            });
        }
        result_
    };
    take(&mut result_)
}

/// `Mosaic.paint(Mosaic.Choice)`
/// Mosaic.somd:103: return Mosaic @ pixels(choice.picture, choice.library);
pub fn Mosaic_paint(picture: &Ref<Array<i32>>, library: &Ref<Array<Ref<Array<i32>>>>) -> Ref<Array<Ref<Array<i32>>>> {
    static CHOICE: Choice = Choice::new("Mosaic.paint(Mosaic.Choice)");
    let run = &Run::new(&CHOICE);
    let picture_grid = Grid::<i32, 1>::argument(picture.up());
    let library_grid = Grid::<i32, 2>::argument(library.up());
    let result_0 = Mosaic_paint_region(run, picture_grid.clone(), library_grid.clone());
    result_0.into_array()
}
