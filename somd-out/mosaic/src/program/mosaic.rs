//! The classes of `Mosaic.somd`.

use super::*;

/// `Mosaic`
#[repr(C)]
#[derive(Default)]
pub struct Mosaic {
    pub emitted: Cell<bool>,
}

/// `Mosaic.tiles`
pub static Mosaic_tiles: Static<i32> = Static::new(0);

/// `Mosaic.pictures`
pub static Mosaic_pictures: Static<i32> = Static::new(0);

/// `Mosaic.mosaic`
pub static Mosaic_mosaic: StaticRef<Array<Ref<Array<i32>>>> = StaticRef::null();

/// `Mosaic.photographs`
pub static Mosaic_photographs: StaticRef<Array<Ref<Array<Ref<Array<i32>>>>>> = StaticRef::null();

static Mosaic_initialised: Once = Once::new();

impl Mosaic {
    pub const ID: u32 = 65;
    pub const LAST: u32 = 65;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        Mosaic_initialised.run("Mosaic", || {
            Mosaic::static_init();
        });
    }

    /// Mosaic.load: `Mosaic$Picture load()`
    pub fn load(this: &Ref<Mosaic>) -> Ref<Picture> {
        // Mosaic.somd:54: if (emitted)
        if this.emitted.get() {
            // Mosaic.somd:55: throw new Underflow();
            throw(Underflow::new().into_up());
        }
        // Mosaic.somd:56: emitted = true;
        this.emitted.set(true);
        // Mosaic.somd:57: return new Picture(new int[[][16]](tiles()), new int[[][256]](library()));
        Picture::new(
            lime::freeze(Mosaic::tiles(), &[-1, 16], "the return value of \"Mosaic.tiles()\""),
            lime::freeze(Mosaic::library(), &[-1, 256], "the return value of \"Mosaic.library()\""),
        )
    }

    /// Mosaic.choose: `static Mosaic$Choice choose(Mosaic$Picture picture)`
    pub fn choose(picture: &Ref<Picture>) -> Ref<Choice> {
        // Mosaic.somd:62: int[[][16]] thumbnails = Mosaic @ shrink(picture.library);
        let thumbnails: Ref<Array<Ref<Array<i32>>>> =
            kernels::Mosaic_choose(&picture.read("library", "picture").library.get());
        // Mosaic.somd:63: return new Choice(Mosaic @ best(picture.tiles, thumbnails), picture.library);
        Choice::new(
            kernels::Mosaic_choose_2(&picture.read("tiles", "picture").tiles.get(), &thumbnails),
            picture.read("library", "picture").library.get(),
        )
    }

    /// Mosaic.paint: `static int[][] paint(Mosaic$Choice choice)`
    pub fn paint(choice: &Ref<Choice>) -> Ref<Array<Ref<Array<i32>>>> {
        // Mosaic.somd:103: return Mosaic @ pixels(choice.picture, choice.library);
        kernels::Mosaic_paint(
            &choice.read("picture", "choice").picture.get(),
            &choice.read("library", "choice").library.get(),
        )
    }

    /// Mosaic.store: `void store(int[][] result)`
    pub fn store(_this: &Ref<Mosaic>, result: &Ref<Array<Ref<Array<i32>>>>) {
        // Mosaic.somd:115: mosaic = result;
        Mosaic_mosaic.set(result.clone());
    }

    /// Mosaic.tiles: `static int[][] tiles()`
    pub fn tiles() -> Ref<Array<Ref<Array<i32>>>> {
        // Mosaic.somd:120: if (photographs.length == 0)
        if peek!(Mosaic_photographs).length("Mosaic.photographs") == 0 {
            // Mosaic.somd:121: return picture(tiles, SMALL, 5);
            return Mosaic::picture(Mosaic_tiles.get(), 16, 5);
        }
        // Mosaic.somd:123: int columns = 80 * (int) Math.sqrt(tiles / 4800), rows = tiles / columns;
        let columns: i32 = 80 * natives::math::sqrt((Mosaic_tiles.get() / 4800) as f64) as i32;
        let rows: i32 = idiv(Mosaic_tiles.get(), columns);
        // Mosaic.somd:124: int[][] photograph = photographs[0];
        let photograph: Ref<Array<Ref<Array<i32>>>> = peek!(Mosaic_photographs).at(0, "Mosaic.photographs");
        // Mosaic.somd:125: int top = (photograph.length - 4 * rows) / 2, left = (photograph[0].length - 4 * columns) / 2;
        let top: i32 = (photograph.length("photograph") - 4 * rows) / 2;
        let left: i32 = (photograph.row(0, "photograph").length("photograph[0]") - 4 * columns) / 2;
        // Mosaic.somd:126: int[][] all = new int[tiles][];
        let all: Ref<Array<Ref<Array<i32>>>> =
            Array::<Ref<Array<i32>>>::new_ref(Mosaic_tiles.get(), RefType::class(class_id::INT_ARRAY));
        // Mosaic.somd:127: for (int i = 0; i < tiles; i++)
        {
            let mut i: i32 = 0;
            while i < Mosaic_tiles.get() {
                // Mosaic.somd:128: all[i] = square(photograph, top + i / columns * 4, left + i % columns * 4, 4);
                all.put(
                    i,
                    Mosaic::square(&photograph, top + idiv(i, columns) * 4, left + irem(i, columns) * 4, 4),
                    "all",
                );
                i += 1;
            }
        }
        // Mosaic.somd:129: return all;
        all
    }

    /// Mosaic.library: `static int[][] library()`
    pub fn library() -> Ref<Array<Ref<Array<i32>>>> {
        // Mosaic.somd:134: if (photographs.length == 0)
        if peek!(Mosaic_photographs).length("Mosaic.photographs") == 0 {
            // Mosaic.somd:135: return picture(pictures, LARGE, 8);
            return Mosaic::picture(Mosaic_pictures.get(), 256, 8);
        }
        // Mosaic.somd:136: int albums = photographs.length - 1;
        let albums: i32 = peek!(Mosaic_photographs).length("Mosaic.photographs") - 1;
        // Mosaic.somd:137: int[][] all = new int[pictures][];
        let all: Ref<Array<Ref<Array<i32>>>> =
            Array::<Ref<Array<i32>>>::new_ref(Mosaic_pictures.get(), RefType::class(class_id::INT_ARRAY));
        // Mosaic.somd:138: for (int i = 0; i < pictures; i++) {
        {
            let mut i: i32 = 0;
            while i < Mosaic_pictures.get() {
                // Mosaic.somd:139: int[][] album = photographs[1 + i % albums];
                let album: Ref<Array<Ref<Array<i32>>>> =
                    peek!(Mosaic_photographs).at(1 + irem(i, albums), "Mosaic.photographs");
                // Mosaic.somd:140: int across = album[0].length / 16, squares = album.length / 16 * across;
                let across: i32 = album.row(0, "album").length("album[0]") / 16;
                let squares: i32 = album.length("album") / 16 * across;
                // Mosaic.somd:141: int number = (int) ((long) (i / albums) * squares / (pictures / albums + 1));
                let number: i32 =
                    ldiv(idiv(i, albums) as i64 * squares as i64, (idiv(Mosaic_pictures.get(), albums) + 1) as i64)
                        as i32;
                // Mosaic.somd:142: all[i] = square(album, number / across * 16, number % across * 16, 16);
                all.put(i, Mosaic::square(&album, idiv(number, across) * 16, irem(number, across) * 16, 16), "all");
                i += 1;
            }
        }
        // Mosaic.somd:144: return all;
        all
    }

    /// Mosaic.square: `static int[] square(int[][] from, int top, int left, int side)`
    pub fn square(from: &Ref<Array<Ref<Array<i32>>>>, top: i32, left: i32, side: i32) -> Ref<Array<i32>> {
        // Mosaic.somd:148: int[] out = new int[side * side];
        let out: Ref<Array<i32>> = Array::<i32>::new(side * side);
        // Mosaic.somd:149: for (int p = 0; p < out.length; p++)
        {
            let from = from.hoist().with_rows(from, false);
            let out = out.hoist_mut();
            let end_1 = out.length("out");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if out.covers(steps_2, 1, 0, 0, 0) {
                for p in 0..end_1 {
                    // Mosaic.somd:150: out[p] = from[top + p / side][left + p % side];
                    out.put_nth(
                        p as isize,
                        from.row(top + idiv(p, side), "from").at_valid(left + irem(p, side), "from[...]"),
                    );
                }
            } else {
                for p in 0..end_1 {
                    out.put(
                        p,
                        from.row(top + idiv(p, side), "from").at_valid(left + irem(p, side), "from[...]"),
                        "out",
                    );
                }
            }
        }
        // Mosaic.somd:151: return out;
        out
    }

    /// Mosaic.read: `static int[][] read(java.lang.String file)`
    pub fn read(file: &Ref<Str>) -> Ref<Array<Ref<Array<i32>>>> {
        {
            // Mosaic.somd:155: try (InputStream in = new BufferedInputStream(new FileInputStream(file))) {
            let in_: Ref<InputStream> =
                BufferedInputStream::new_InputStream(FileInputStream::new_String(file).into_up()).into_up();
            let mut primary: Ref<Throwable> = Ref::null();
            let outcome_1 = try_java(|| -> Result<Flow<Ref<Array<Ref<Array<i32>>>>>, Ref<Object>> {
                let outcome_2 = try_java(|| -> Result<Flow<Ref<Array<Ref<Array<i32>>>>>, Ref<Object>> {
                    // Mosaic.somd:156: if (in.read() != 'P' || in.read() != '6')
                    if BufferedInputStream::read__near(narrow!(
                        in_.invoke("java.io.InputStream.read()", "in"),
                        BufferedInputStream
                    ))? != 80
                        || BufferedInputStream::read__near(narrow!(
                            in_.invoke("java.io.InputStream.read()", "in"),
                            BufferedInputStream
                        ))? != 54
                    {
                        // Mosaic.somd:157: throw new IOException(file + " is no PPM file");
                        return Err(IOException::new(concat_str!(file, " is no PPM file")).into_up());
                    }
                    // Mosaic.somd:158: int width = number(in), height = number(in);
                    let width: i32 = Mosaic::number__near(&in_)?;
                    let height: i32 = Mosaic::number__near(&in_)?;
                    // Mosaic.somd:159: number(in);
                    Mosaic::number__near(&in_)?;
                    // Mosaic.somd:160: int[][] pixels = new int[height][width];
                    let pixels: Ref<Array<Ref<Array<i32>>>> =
                        narrow_owned!(new_matrix::<i32>(&[height, width]), Array<Ref<Array<i32>>>);
                    {
                        // Mosaic.somd:161: for (int[] row : pixels)
                        let array: Ref<Array<Ref<Array<i32>>>> = pixels.clone();
                        for i in 0..array.length("array") {
                            let row: Ref<Array<i32>> = array.at(i, "array");
                            // Mosaic.somd:162: for (int x = 0; x < width; x++)
                            for x in 0..width {
                                // Mosaic.somd:163: row[x] = in.read() << 16 | in.read() << 8 | in.read();
                                row.put(
                                    x,
                                    BufferedInputStream::read__near(narrow!(
                                        in_.invoke("java.io.InputStream.read()", "in"),
                                        BufferedInputStream
                                    ))? << 16
                                        | BufferedInputStream::read__near(narrow!(
                                            in_.invoke("java.io.InputStream.read()", "in"),
                                            BufferedInputStream
                                        ))? << 8
                                        | BufferedInputStream::read__near(narrow!(
                                            in_.invoke("java.io.InputStream.read()", "in"),
                                            BufferedInputStream
                                        ))?,
                                    "row",
                                );
                            }
                        }
                    }
                    // Mosaic.somd:164: return pixels;
                    Ok(Flow::Return(pixels))
                });
                match outcome_2 {
                    Ok(Flow::Next) => unreachable!(),
                    Ok(Flow::Return(value)) => Ok(Flow::Return(value)),
                    Ok(Flow::Jump(_)) => unreachable!(),
                    Err(exception) => {
                        let thrown: Ref<Throwable> = narrow_owned!(exception, Throwable);
                        // Mosaic.somd:155: try (InputStream in = new BufferedInputStream(new FileInputStream(file))) {
                        primary = thrown.clone();
                        return Err(checked_exception(
                            thrown.into_up(),
                            "Cannot throw exception because \"thrown\" is null",
                        ));
                    }
                }
            });
            if !in_.is_null() {
                if !primary.is_null() {
                    let outcome_3 = try_java(|| -> Result<(), Ref<Object>> {
                        BufferedInputStream::close(narrow!(
                            in_.invoke("java.io.InputStream.close()", "in"),
                            BufferedInputStream
                        ));
                        Ok(())
                    });
                    match outcome_3 {
                        Ok(()) => {}
                        Err(exception) => {
                            let later: Ref<Throwable> = narrow_owned!(exception, Throwable);
                            Throwable::addSuppressed(
                                primary.invoke("java.lang.Throwable.addSuppressed(java.lang.Throwable)", "primary"),
                                later.clone(),
                            );
                        }
                    }
                } else {
                    BufferedInputStream::close(narrow!(
                        in_.invoke("java.io.InputStream.close()", "in"),
                        BufferedInputStream
                    ));
                }
            }
            match outcome_1 {
                Ok(Flow::Next) => unreachable!(),
                Ok(Flow::Return(value)) => value,
                Ok(Flow::Jump(_)) => unreachable!(),
                Err(exception) => throw(exception),
            }
        }
    }

    /// Mosaic.number: `static int number(java.io.InputStream in)`
    pub fn number(in_: &Ref<InputStream>) -> i32 {
        // Mosaic.somd:170: int c = in.read();
        let mut c: i32 =
            BufferedInputStream::read(narrow!(in_.invoke("java.io.InputStream.read()", "in"), BufferedInputStream));
        // Mosaic.somd:171: while (c == ' ' || c == '\n')
        while c == 32 || c == 10 {
            // Mosaic.somd:172: c = in.read();
            c = BufferedInputStream::read(narrow!(in_.invoke("java.io.InputStream.read()", "in"), BufferedInputStream));
        }
        // Mosaic.somd:173: int n = 0;
        let mut n: i32 = 0;
        // Mosaic.somd:174: for (; c >= '0' && c <= '9'; c = in.read())
        while c >= 48 && c <= 57 {
            // Mosaic.somd:175: n = 10 * n + c - '0';
            n = 10 * n + c - 48;
            c = BufferedInputStream::read(narrow!(in_.invoke("java.io.InputStream.read()", "in"), BufferedInputStream));
        }
        // Mosaic.somd:176: return n;
        n
    }

    /// For a `catch` nearby.
    /// Mosaic.number: `static int number(java.io.InputStream in)`
    pub fn number__near(in_: &Ref<InputStream>) -> Result<i32, Ref<Object>> {
        // Mosaic.somd:170: int c = in.read();
        let mut c: i32 = BufferedInputStream::read__near(narrow!(
            in_.invoke("java.io.InputStream.read()", "in"),
            BufferedInputStream
        ))?;
        // Mosaic.somd:171: while (c == ' ' || c == '\n')
        while c == 32 || c == 10 {
            // Mosaic.somd:172: c = in.read();
            c = BufferedInputStream::read__near(narrow!(
                in_.invoke("java.io.InputStream.read()", "in"),
                BufferedInputStream
            ))?;
        }
        // Mosaic.somd:173: int n = 0;
        let mut n: i32 = 0;
        // Mosaic.somd:174: for (; c >= '0' && c <= '9'; c = in.read())
        while c >= 48 && c <= 57 {
            // Mosaic.somd:175: n = 10 * n + c - '0';
            n = 10 * n + c - 48;
            c = BufferedInputStream::read__near(narrow!(
                in_.invoke("java.io.InputStream.read()", "in"),
                BufferedInputStream
            ))?;
        }
        // Mosaic.somd:176: return n;
        Ok(n)
    }

    /// Mosaic.picture: `static int[][] picture(int count, int size, long seed)`
    pub fn picture(count: i32, size: i32, seed: i64) -> Ref<Array<Ref<Array<i32>>>> {
        // Mosaic.somd:181: Random random = new Random(seed);
        let random: OnStack<Random> = OnStack::new(Random::ID, Random::new__fields(seed));
        // Mosaic.somd:182: int side = (int) Math.sqrt(size);
        let side: i32 = natives::math::sqrt(size as f64) as i32;
        // Mosaic.somd:183: int[][] all = new int[count][size];
        let all: Ref<Array<Ref<Array<i32>>>> = narrow_owned!(new_matrix::<i32>(&[count, size]), Array<Ref<Array<i32>>>);
        {
            // Mosaic.somd:184: for (int[] square : all) {
            let array: &Ref<Array<Ref<Array<i32>>>> = &all;
            {
                let array = array.hoist_rows();
                for i in 0..array.length("array") {
                    let square = array.lend(i, "array");
                    let square: &Ref<Array<i32>> = &square.get();
                    // Mosaic.somd:185: int[] base = new int[3], slope = new int[3];
                    let base: Ref<Array<i32>> = Array::<i32>::new(3);
                    let slope: Ref<Array<i32>> = Array::<i32>::new(3);
                    // Mosaic.somd:186: for (int c = 0; c < 3; c++) {
                    {
                        let base = base.hoist_mut();
                        let slope = slope.hoist_mut();
                        for c in 0..3 {
                            // Mosaic.somd:187: base[c] = random.nextInt(256);
                            base.put(c, Random::nextInt(&random.get(), 256), "base");
                            // Mosaic.somd:188: slope[c] = random.nextInt(129) - 64;
                            slope.put(c, Random::nextInt(&random.get(), 129) - 64, "slope");
                        }
                    }
                    // Mosaic.somd:190: for (int p = 0; p < size; p++) {
                    {
                        let square = square.hoist_mut();
                        let base = base.hoist();
                        let slope = slope.hoist();
                        for p in 0..size {
                            // Mosaic.somd:191: int pixel = 0;
                            let mut pixel: i32 = 0;
                            // Mosaic.somd:192: for (int c = 0; c < 3; c++) {
                            for c in 0..3 {
                                // Mosaic.somd:193: int level = base[c] + slope[c] * (p / side + p % side) / side + random.nextInt(9) - 4;
                                let level: i32 = base.at(c, "base")
                                    + idiv(slope.at(c, "slope") * (idiv(p, side) + irem(p, side)), side)
                                    + Random::nextInt(&random.get(), 9)
                                    - 4;
                                // Mosaic.somd:194: pixel = pixel << 8 | Math.max(0, Math.min(255, level));
                                pixel = pixel << 8 | natives::math::max_int(0, natives::math::min_int(255, level));
                            }
                            // Mosaic.somd:196: square[p] = pixel;
                            square.put(p, pixel, "square");
                        }
                    }
                }
            }
        }
        // Mosaic.somd:199: return all;
        all
    }

    /// Mosaic.plain: `static int[][] plain(int[][] tile, int[][] library)`
    pub fn plain(
        tile: &Ref<Array<Ref<Array<i32>>>>,
        library: &Ref<Array<Ref<Array<i32>>>>,
    ) -> Ref<Array<Ref<Array<i32>>>> {
        // Mosaic.somd:204: int[][][] thumbnails = new int[library.length][3][SMALL];
        let thumbnails: Ref<Array<Ref<Array<Ref<Array<i32>>>>>> =
            narrow_owned!(new_matrix::<i32>(&[library.length("library"), 3, 16]), Array<Ref<Array<Ref<Array<i32>>>>>);
        // Mosaic.somd:205: for (int j = 0; j < library.length; j++)
        {
            let library = library.hoist().with_rows(library, false);
            let thumbnails = thumbnails.hoist();
            for j in 0..library.length("library") {
                // Mosaic.somd:206: for (int c = 0; c < 3; c++)
                {
                    let library_j_1 = hoist_path(library.look_row(j), move || library.row(j, "library"));
                    let thumbnails_j_2 = hoist_path(thumbnails.look_row(j), move || thumbnails.row(j, "thumbnails"))
                        .with_rows(thumbnails.look_row(j), true);
                    for c in 0..3 {
                        // Mosaic.somd:207: for (int p = 0; p < LARGE; p++)
                        {
                            let thumbnails_j_c_3 = hoist_path_mut(thumbnails_j_2.look_row(c), move || {
                                thumbnails_j_2.row(c, "thumbnails[j]")
                            });
                            let steps_4 = Steps::up(0, 256, 1);
                            // Every index is in range: there is nothing to check.
                            if library_j_1.covers(steps_4, 1, 0, 0, 0) {
                                for p in 0..256 {
                                    // Mosaic.somd:208: thumbnails[j][c][p / 64 * 4 + p % 16 / 4] += library[j][p] >> 16 - 8 * c & 255;
                                    {
                                        let index_5 = p / 64 * 4 + p % 16 / 4;
                                        let old_6 = thumbnails_j_c_3.at(index_5, "thumbnails[j][c]");
                                        thumbnails_j_c_3.put(
                                            index_5,
                                            old_6
                                                + (library_j_1.nth(p as isize).wrapping_shr((16 - 8 * c) as u32) & 255),
                                            "thumbnails[j][c]",
                                        )
                                    }
                                }
                            } else {
                                for p in 0..256 {
                                    {
                                        let index_7 = p / 64 * 4 + p % 16 / 4;
                                        let old_8 = thumbnails_j_c_3.at(index_7, "thumbnails[j][c]");
                                        thumbnails_j_c_3.put(
                                            index_7,
                                            old_8
                                                + (library_j_1.at(p, "library[j]").wrapping_shr((16 - 8 * c) as u32)
                                                    & 255),
                                            "thumbnails[j][c]",
                                        )
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        // Mosaic.somd:209: int[][] out = new int[tile.length][];
        let out: Ref<Array<Ref<Array<i32>>>> =
            Array::<Ref<Array<i32>>>::new_ref(tile.length("tile"), RefType::class(class_id::INT_ARRAY));
        // Mosaic.somd:210: for (int i = 0; i < tile.length; i++) {
        for i in 0..tile.length("tile") {
            // Mosaic.somd:211: int best = 0, lowest = Integer.MAX_VALUE;
            let mut best: i32 = 0;
            let mut lowest: i32 = 2147483647;
            // Mosaic.somd:212: for (int j = 0; j < library.length; j++) {
            {
                let tile = tile.hoist();
                let library = library.hoist();
                let thumbnails = thumbnails.hoist();
                let tile_i_9 = hoist_path(tile.look_row(i), move || tile.row(i, "tile"));
                for j in 0..library.length("library") {
                    // Mosaic.somd:213: int score = 0;
                    let mut score: i32 = 0;
                    // Mosaic.somd:214: for (int c = 0; c < 3; c++)
                    {
                        let thumbnails_j_10 =
                            hoist_path(thumbnails.look_row(j), move || thumbnails.row(j, "thumbnails"))
                                .with_rows(thumbnails.look_row(j), false);
                        for c in 0..3 {
                            // Mosaic.somd:215: for (int p = 0; p < SMALL; p++) {
                            {
                                let thumbnails_j_c_11 = hoist_path(thumbnails_j_10.look_row(c), move || {
                                    thumbnails_j_10.row(c, "thumbnails[j]")
                                });
                                let steps_12 = Steps::up(0, 16, 1);
                                // Every index is in range: there is nothing to check.
                                if tile_i_9.covers(steps_12, 1, 0, 0, 0)
                                    && thumbnails_j_c_11.covers(steps_12, 1, 0, 0, 0)
                                {
                                    for p in 0..16 {
                                        // Mosaic.somd:216: int difference = (tile[i][p] >> 16 - 8 * c & 255) - thumbnails[j][c][p] / 16;
                                        let difference: i32 =
                                            (tile_i_9.nth(p as isize).wrapping_shr((16 - 8 * c) as u32) & 255)
                                                - thumbnails_j_c_11.nth(p as isize) / 16;
                                        // Mosaic.somd:217: score += difference < 0 ? -difference : difference;
                                        score += if difference < 0 { -difference } else { difference };
                                    }
                                } else {
                                    for p in 0..16 {
                                        // Mosaic.somd:216: int difference = (tile[i][p] >> 16 - 8 * c & 255) - thumbnails[j][c][p] / 16;
                                        let difference: i32 =
                                            (tile_i_9.at(p, "tile[i]").wrapping_shr((16 - 8 * c) as u32) & 255)
                                                - thumbnails_j_c_11.at(p, "thumbnails[j][c]") / 16;
                                        // Mosaic.somd:217: score += difference < 0 ? -difference : difference;
                                        score += if difference < 0 { -difference } else { difference };
                                    }
                                }
                            }
                        }
                    }
                    // Mosaic.somd:219: if (score < lowest) {
                    if score < lowest {
                        // Mosaic.somd:220: lowest = score;
                        lowest = score;
                        // Mosaic.somd:221: best = j;
                        best = j;
                    }
                }
            }
            // Mosaic.somd:224: out[i] = library[best].clone();
            out.put(
                i,
                {
                    let array: Ref<Array<i32>> = library.at(best, "library");
                    Arrays::copyOf(&array, array.length("array"))
                },
                "out",
            );
        }
        // Mosaic.somd:226: return out;
        out
    }

    /// Mosaic.main: `static void main(java.lang.String[] args)`
    pub fn main(args: &Ref<Array<Ref<Str>>>) {
        // Mosaic.somd:230: if (args.length > 0) {
        if args.length("args") > 0 {
            // Mosaic.somd:231: int scale = Integer.parseInt(args[0]);
            let scale: i32 = {
                Integer::clinit();
                Integer::parseInt_String(args.row(0, "args"))
            };
            // Mosaic.somd:232: tiles = 4800 * scale;
            Mosaic_tiles.set(4800 * scale);
            // Mosaic.somd:233: pictures = 300 * scale;
            Mosaic_pictures.set(300 * scale);
        }
        // Mosaic.somd:235: if (args.length > 2) {
        if args.length("args") > 2 {
            // Mosaic.somd:236: photographs = new int[args.length - 2][][];
            Mosaic_photographs.set(Array::<Ref<Array<Ref<Array<i32>>>>>::new_ref(
                args.length("args") - 2,
                RefType::array(class_id::INT_ARRAY, 1),
            ));
            // Mosaic.somd:237: for (int f = 0; f < photographs.length; f++)
            for f in 0..peek!(Mosaic_photographs).length("Mosaic.photographs") {
                // Mosaic.somd:238: photographs[f] = read(args[f + 2]);
                peek!(Mosaic_photographs).put(f, Mosaic::read(&args.at(f + 2, "args")), "Mosaic.photographs");
            }
        }
        // Mosaic.somd:240: boolean lime = args.length < 2 || !args[1].equals("java");
        let lime: bool = args.length("args") < 2
            || !natives::string::equals(
                args.row(1, "args").invoke("String.equals(Object)", "args[1]"),
                TEXT_JAVA.get().up(),
            );
        // Mosaic.somd:241: boolean java = args.length < 2 || !args[1].equals("lime");
        let java: bool = args.length("args") < 2
            || !natives::string::equals(
                args.row(1, "args").invoke("String.equals(Object)", "args[1]"),
                TEXT_LIME.get().up(),
            );
        // Mosaic.somd:242: System.out.println(tiles + " tiles, " + pictures + " pictures");
        {
            let receiver_1 = System::out();
            let argument_2 = concat_str!(Mosaic_tiles.get(), " tiles, ", Mosaic_pictures.get(), " pictures");
            PrintStream::println(
                receiver_1.invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &argument_2,
            )
        }
        // Mosaic.somd:243: int[][] picture = tiles(), library = library();
        let picture: Ref<Array<Ref<Array<i32>>>> = Mosaic::tiles();
        let library: Ref<Array<Ref<Array<i32>>>> = Mosaic::library();
        // Mosaic.somd:244: long begun = System.nanoTime();
        let mut begun: i64 = {
            System::clinit();
            natives::system::nano_time()
        };
        // Mosaic.somd:245: int[][] expected = java ? plain(picture, library) : null;
        let expected: Ref<Array<Ref<Array<i32>>>> = if java { Mosaic::plain(&picture, &library) } else { Ref::null() };
        // Mosaic.somd:246: if (lime) {
        if lime {
            // Mosaic.somd:247: begun = System.nanoTime();
            begun = {
                System::clinit();
                natives::system::nano_time()
            };
            // Mosaic.somd:248: Task graph = task Mosaic().load => task Mosaic.choose => task Mosaic.paint => task Mosaic().store;
            let graph: Ref<Task> = Task::new(&task::connect(
                &[Task::new(&task::connect(
                    &[Task::new(&task::connect(
                        &[Task::new(
                            &({
                                let worker_3 = Mosaic::new();
                                task::typed(
                                    task::host(move |_| Mosaic::load(&worker_3).into_value()),
                                    &[],
                                    &["Mosaic.Picture"],
                                )
                            }),
                        )
                        .invoke("somd.Task.connect(somd.Task)", "")
                        .graph
                        .get()],
                        &[Task::new(&task::typed(
                            task::host(|item| Mosaic::choose(task::take(item, 0)).into_value()),
                            &["Mosaic.Picture"],
                            &["Mosaic.Choice"],
                        ))
                        .invoke("somd.Task.connect(somd.Task)", "")
                        .graph
                        .get()],
                    ))
                    .invoke("somd.Task.connect(somd.Task)", "")
                    .graph
                    .get()],
                    &[Task::new(&task::typed(
                        task::host(|item| Mosaic::paint(task::take(item, 0)).into_value()),
                        &["Mosaic.Choice"],
                        &["int[[][256]]"],
                    ))
                    .invoke("somd.Task.connect(somd.Task)", "")
                    .graph
                    .get()],
                ))
                .invoke("somd.Task.connect(somd.Task)", "")
                .graph
                .get()],
                &[Task::new(
                    &({
                        let worker_4 = Mosaic::new();
                        task::typed(
                            task::host(move |item| {
                                Mosaic::store(&worker_4, task::take(item, 0));
                                Value::Void
                            }),
                            &["int[[][256]]"],
                            &[],
                        )
                    }),
                )
                .invoke("somd.Task.connect(somd.Task)", "")
                .graph
                .get()],
            ));
            // Mosaic.somd:249: graph.finish();
            Task::finish(graph.invoke("somd.Task.finish()", "graph"));
        }
        // Mosaic.somd:251: long time = System.nanoTime() - begun;
        let time: i64 = ({
            System::clinit();
            natives::system::nano_time()
        }) - begun;
        // Mosaic.somd:252: if (args.length > 0)
        if args.length("args") > 0 {
            // Mosaic.somd:253: System.out.println("time " + time / 1000 + " us");
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("time ", time / 1000, " us"),
            );
        }
        // Mosaic.somd:254: if (lime && java) {
        if lime && java {
            // Mosaic.somd:255: boolean same = mosaic.length == tiles;
            let mut same: bool = peek!(Mosaic_mosaic).length("Mosaic.mosaic") == Mosaic_tiles.get();
            // Mosaic.somd:256: for (int i = 0; i < tiles; i++)
            {
                let expected = expected.hoist().with_rows(&expected, false);
                for i in 0..Mosaic_tiles.get() {
                    // Mosaic.somd:257: for (int p = 0; p < LARGE; p++)
                    {
                        let expected_i_5 = hoist_path(expected.look_row(i), move || expected.row(i, "expected"));
                        let steps_6 = Steps::up(0, 256, 1);
                        // Every index is in range: there is nothing to check.
                        if expected_i_5.covers(steps_6, 1, 0, 0, 0) {
                            for p in 0..256 {
                                // Mosaic.somd:258: same &= mosaic[i][p] == expected[i][p];
                                same &= peek!(Mosaic_mosaic).row(i, "Mosaic.mosaic").at(p, "Mosaic.mosaic[i]")
                                    == expected_i_5.nth(p as isize);
                            }
                        } else {
                            for p in 0..256 {
                                same &= peek!(Mosaic_mosaic).row(i, "Mosaic.mosaic").at(p, "Mosaic.mosaic[i]")
                                    == expected_i_5.at(p, "expected[i]");
                            }
                        }
                    }
                }
            }
            // Mosaic.somd:259: System.out.println("the same as plain Java: " + same);
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("the same as plain Java: ", same),
            );
        }
    }

    /// `new Mosaic`
    pub fn new() -> Ref<Mosaic> {
        let this = Ref::alloc_acyclic(Self::ID, Mosaic::default());
        Self::init(&this);
        this
    }

    /// Mosaic.<init>: `Mosaic()`
    pub fn init(_this: &Ref<Mosaic>) {
        // Mosaic.somd:16: public class Mosaic {
    }

    /// Mosaic.<clinit>: `static { … }`
    pub fn static_init() {
        // Mosaic.somd:21: static int tiles = 24;
        Mosaic_tiles.set(24);
        // Mosaic.somd:22: static int pictures = 12;
        Mosaic_pictures.set(12);
        // Mosaic.somd:26: static int[][][] photographs = {};
        Mosaic_photographs
            .set(Array::<Ref<Array<Ref<Array<i32>>>>>::literal_ref(RefType::array(class_id::INT_ARRAY, 1), []));
    }
}

/// `Mosaic.Picture`
#[repr(C)]
#[derive(Default)]
pub struct Picture {
    pub tiles: Slot<Array<Ref<Array<i32>>>>,
    pub library: Slot<Array<Ref<Array<i32>>>>,
}

tested_value!(Picture, Picture::zero);

impl Picture {
    pub const ID: u32 = 66;
    pub const LAST: u32 = 66;

    /// The value whose fields are all zero.
    pub fn zero() -> Ref<Picture> {
        Ref::alloc_acyclic(Self::ID, Picture::default())
    }

    /// `a == b`: equal contents.
    pub fn same_contents(a: &Ref<Picture>, b: &Ref<Picture>) -> bool {
        a.same(b)
            || a.class() == b.class()
                && lime::equal_arrays(&a.tiles.get(), &b.tiles.get())
                && lime::equal_arrays(&a.library.get(), &b.library.get())
    }

    /// `new Mosaic.Picture`
    pub fn new(tiles: Ref<Array<Ref<Array<i32>>>>, library: Ref<Array<Ref<Array<i32>>>>) -> Ref<Picture> {
        let this = Ref::alloc_acyclic(Self::ID, Picture::default());
        Self::init(&this, tiles, library);
        this
    }

    /// Mosaic$Picture.<init>: `Mosaic.Picture(int[][] tiles, int[][] library)`
    pub fn init(this: &Ref<Picture>, tiles: Ref<Array<Ref<Array<i32>>>>, library: Ref<Array<Ref<Array<i32>>>>) {
        // Mosaic.somd:33: Picture(int[[][16]] tiles, int[[][256]] library) {

        // Mosaic.somd:34: this.tiles = tiles;
        this.tiles.set(tiles);
        // Mosaic.somd:35: this.library = library;
        this.library.set(library);
    }

    /// Mosaic$Picture.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Picture>, other: &Ref<Object>) -> bool {
        // Mosaic.somd:28: static value class Picture {
        if !Picture::is(other) {
            return false;
        }
        let that: Ref<Picture> = Picture::cast(other.clone());
        lime::equal_arrays(&this.tiles.get(), &that.read("tiles", "that").tiles.get())
            && lime::equal_arrays(&this.library.get(), &that.read("library", "that").library.get())
    }

    /// Mosaic$Picture.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<Picture>) -> i32 {
        stack_check();
        // Mosaic.somd:28: static value class Picture {
        31 * ValueArrays::hash(this.tiles.get().into_up()) + ValueArrays::hash(this.library.get().into_up())
    }

    /// Mosaic$Picture.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Picture>) -> Ref<Str> {
        stack_check();
        // Mosaic.somd:28: static value class Picture {
        concat_str!(
            "Picture[tiles=",
            ValueArrays::text(this.tiles.get().into_up()),
            ", library=",
            ValueArrays::text(this.library.get().into_up()),
            "]"
        )
    }
}

/// `Mosaic.Choice`
#[repr(C)]
#[derive(Default)]
pub struct Choice {
    pub picture: Slot<Array<i32>>,
    pub library: Slot<Array<Ref<Array<i32>>>>,
}

tested_value!(Choice, Choice::zero);

impl Choice {
    pub const ID: u32 = 67;
    pub const LAST: u32 = 67;

    /// The value whose fields are all zero.
    pub fn zero() -> Ref<Choice> {
        Ref::alloc_acyclic(Self::ID, Choice::default())
    }

    /// `a == b`: equal contents.
    pub fn same_contents(a: &Ref<Choice>, b: &Ref<Choice>) -> bool {
        a.same(b)
            || a.class() == b.class()
                && lime::equal_arrays(&a.picture.get(), &b.picture.get())
                && lime::equal_arrays(&a.library.get(), &b.library.get())
    }

    /// `new Mosaic.Choice`
    pub fn new(picture: Ref<Array<i32>>, library: Ref<Array<Ref<Array<i32>>>>) -> Ref<Choice> {
        let this = Ref::alloc_acyclic(Self::ID, Choice::default());
        Self::init(&this, picture, library);
        this
    }

    /// Mosaic$Choice.<init>: `Mosaic.Choice(int[] picture, int[][] library)`
    pub fn init(this: &Ref<Choice>, picture: Ref<Array<i32>>, library: Ref<Array<Ref<Array<i32>>>>) {
        // Mosaic.somd:44: Choice(int[[]] picture, int[[][256]] library) {

        // Mosaic.somd:45: this.picture = picture;
        this.picture.set(picture);
        // Mosaic.somd:46: this.library = library;
        this.library.set(library);
    }

    /// Mosaic$Choice.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Choice>, other: &Ref<Object>) -> bool {
        // Mosaic.somd:40: static value class Choice {
        if !Choice::is(other) {
            return false;
        }
        let that: Ref<Choice> = Choice::cast(other.clone());
        lime::equal_arrays(&this.picture.get(), &that.read("picture", "that").picture.get())
            && lime::equal_arrays(&this.library.get(), &that.read("library", "that").library.get())
    }

    /// Mosaic$Choice.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<Choice>) -> i32 {
        stack_check();
        // Mosaic.somd:40: static value class Choice {
        31 * ValueArrays::hash(this.picture.get().into_up()) + ValueArrays::hash(this.library.get().into_up())
    }

    /// Mosaic$Choice.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Choice>) -> Ref<Str> {
        stack_check();
        // Mosaic.somd:40: static value class Choice {
        concat_str!(
            "Choice[picture=",
            ValueArrays::text(this.picture.get().into_up()),
            ", library=",
            ValueArrays::text(this.library.get().into_up()),
            "]"
        )
    }
}
