//! The classes of `CoulombicPotential.somd`.

use super::*;

/// `CoulombicPotential`
#[repr(C)]
#[derive(Default)]
pub struct CoulombicPotential {
    pub emitted: Cell<bool>,
}

/// `CoulombicPotential.atoms`
pub static CoulombicPotential_atoms: Static<i32> = Static::new(0);

/// `CoulombicPotential.side`
pub static CoulombicPotential_side: Static<i32> = Static::new(0);

/// `CoulombicPotential.potential`
pub static CoulombicPotential_potential: StaticRef<Array<f32>> = StaticRef::null();

/// `CoulombicPotential.water`
pub static CoulombicPotential_water: StaticRef<Array<Ref<Array<f32>>>> = StaticRef::null();

/// `CoulombicPotential.box`
pub static CoulombicPotential_box_: Static<f32> = Static::new(0.0);

static CoulombicPotential_initialised: Once = Once::new();

impl CoulombicPotential {
    pub const ID: u32 = 82;
    pub const LAST: u32 = 82;

    /// Runs the class's static initialiser, the first time.
    #[inline(always)]
    pub fn clinit() {
        CoulombicPotential_initialised.run("CoulombicPotential", || {
            CoulombicPotential::static_init();
        });
    }

    /// CoulombicPotential.atomGen: `CoulombicPotential$Plane atomGen()`
    pub fn atomGen(this: &Ref<CoulombicPotential>) -> Ref<Plane> {
        // CoulombicPotential.somd:46: if (emitted)
        if this.emitted.get() {
            // CoulombicPotential.somd:47: throw new Underflow();
            throw(Underflow::new().into_up());
        }
        // CoulombicPotential.somd:48: emitted = true;
        this.emitted.set(true);
        // CoulombicPotential.somd:49: int[] points = new int[side * side];
        let points: Ref<Array<i32>> = Array::<i32>::new(CoulombicPotential_side.get() * CoulombicPotential_side.get());
        // CoulombicPotential.somd:50: for (int i = 0; i < points.length; i++)
        {
            let points = points.hoist_mut();
            let end_1 = points.length("points");
            let steps_2 = Steps::up(0, end_1 as i64, 1);
            // Every index is in range: there is nothing to check.
            if points.covers(steps_2, 1, 0, 0, 0) {
                for i in 0..end_1 {
                    // CoulombicPotential.somd:51: points[i] = i;
                    points.put_nth(i as isize, i);
                }
            } else {
                for i in 0..end_1 {
                    points.put(i, i, "points");
                }
            }
        }
        // CoulombicPotential.somd:52: return new Plane(new float[[][4]](generate()), new int[[]](points), side);
        Plane::new(
            lime::freeze(
                CoulombicPotential::generate(),
                &[-1, 4],
                "the return value of \"CoulombicPotential.generate()\"",
            ),
            lime::freeze(points.clone(), &[], "points"),
            CoulombicPotential_side.get(),
        )
    }

    /// CoulombicPotential.computePotential: `static float[] computePotential(CoulombicPotential$Plane plane)`
    pub fn computePotential(plane: &Ref<Plane>) -> Ref<Array<f32>> {
        // CoulombicPotential.somd:57: return CoulombicPotential @ at(plane.points, plane.side, plane.atoms);
        kernels::CoulombicPotential_computePotential(
            &plane.read("points", "plane").points.get(),
            plane.read("side", "plane").side.get(),
            &plane.read("atoms", "plane").atoms.get(),
        )
    }

    /// CoulombicPotential.store: `void store(float[] result)`
    pub fn store(_this: &Ref<CoulombicPotential>, result: &Ref<Array<f32>>) {
        // CoulombicPotential.somd:75: potential = result;
        CoulombicPotential_potential.set(result.clone());
    }

    /// CoulombicPotential.boxes: `static float[][] boxes()`
    pub fn boxes() -> Ref<Array<Ref<Array<f32>>>> {
        // CoulombicPotential.somd:80: float[][] all = new float[atoms][];
        let all: Ref<Array<Ref<Array<f32>>>> =
            Array::<Ref<Array<f32>>>::new_ref(CoulombicPotential_atoms.get(), RefType::class(class_id::FLOAT_ARRAY));
        // CoulombicPotential.somd:81: int across = (int) (side * SPACING / box) + 1;
        let across: i32 = (CoulombicPotential_side.get() as f32 * 0.1 / CoulombicPotential_box_.get()) as i32 + 1;
        // CoulombicPotential.somd:82: int made = 0;
        let mut made: i32 = 0;
        // CoulombicPotential.somd:83: for (int layer = 0; made < atoms; layer++)
        {
            let mut layer: i32 = 0;
            while made < CoulombicPotential_atoms.get() {
                // CoulombicPotential.somd:84: for (int b = 0; b < across * across; b++)
                for b in 0..across * across {
                    {
                        // CoulombicPotential.somd:85: for (float[] atom : water) {
                        let array: &Ref<Array<Ref<Array<f32>>>> = &peek!(CoulombicPotential_water).held();
                        for i in 0..array.length("array") {
                            let atom: Ref<Array<f32>> = array.at(i, "array");
                            // CoulombicPotential.somd:86: float x = atom[0] + box * (b % across + 0.5f), y = atom[1] + box * (b / across + 0.5f);
                            let x: f32 =
                                atom.at(0, "atom") + CoulombicPotential_box_.get() * (irem(b, across) as f32 + 0.5);
                            let y: f32 =
                                atom.at(1, "atom") + CoulombicPotential_box_.get() * (idiv(b, across) as f32 + 0.5);
                            // CoulombicPotential.somd:87: if (made < atoms && x < side * SPACING && y < side * SPACING)
                            if made < CoulombicPotential_atoms.get()
                                && x < CoulombicPotential_side.get() as f32 * 0.1
                                && y < CoulombicPotential_side.get() as f32 * 0.1
                            {
                                // CoulombicPotential.somd:88: all[made++] = new float[] { x, y, atom[2] + box * (layer + 0.5f) + 1, atom[3] };
                                all.put(
                                    {
                                        let old_1 = made;
                                        made += 1;
                                        old_1
                                    },
                                    Array::<f32>::literal(&[
                                        x,
                                        y,
                                        atom.at(2, "atom") + CoulombicPotential_box_.get() * (layer as f32 + 0.5) + 1.0,
                                        atom.at(3, "atom"),
                                    ]),
                                    "all",
                                );
                            }
                        }
                    }
                }
                layer += 1;
            }
        }
        // CoulombicPotential.somd:90: return all;
        all
    }

    /// CoulombicPotential.read: `static void read(java.lang.String file)`
    pub fn read(file: &Ref<Str>) {
        // CoulombicPotential.somd:95: Scanner in = new Scanner(new File(file));
        let in_: OnStack<Scanner> = OnStack::new(
            Scanner::ID,
            Scanner::new_File__fields(&OnStack::new(File::ID, File::new__fields(file)).get()),
        );
        // CoulombicPotential.somd:96: in.nextLine();
        Scanner::nextLine(&in_.get());
        // CoulombicPotential.somd:97: water = new float[Integer.parseInt(in.nextLine().trim())][];
        CoulombicPotential_water.set(Array::<Ref<Array<f32>>>::new_ref(
            {
                Integer::clinit();
                Integer::parseInt_String(&natives::string::trim(
                    Scanner::nextLine(&in_.get())
                        .invoke("String.trim()", "the return value of \"java.util.Scanner.nextLine()\""),
                ))
            },
            RefType::class(class_id::FLOAT_ARRAY),
        ));
        // CoulombicPotential.somd:98: for (int i = 0; i < water.length; i++) {
        for i in 0..peek!(CoulombicPotential_water).length("CoulombicPotential.water") {
            // CoulombicPotential.somd:99: String line = in.nextLine();
            let line: Ref<Str> = Scanner::nextLine(&in_.get());
            // CoulombicPotential.somd:100: water[i] = new float[4];
            peek!(CoulombicPotential_water).put(i, Array::<f32>::new(4), "CoulombicPotential.water");
            // CoulombicPotential.somd:101: for (int d = 0; d < 3; d++)
            {
                let water_1 = hoist_path(peek!(CoulombicPotential_water), move || peek!(CoulombicPotential_water));
                let water_i_2 = hoist_path_mut(water_1.look_row(i), move || water_1.row(i, "CoulombicPotential.water"));
                for d in 0..3 {
                    // CoulombicPotential.somd:102: water[i][d] = 10 * Float.parseFloat(line.substring(20 + 8 * d, 28 + 8 * d).trim());
                    water_i_2.put(
                        d,
                        10.0 * ({
                            Float::clinit();
                            Float::parseFloat(&natives::string::trim(
                                natives::string::substring(
                                    line.invoke("String.substring(int, int)", "line"),
                                    20 + 8 * d,
                                    28 + 8 * d,
                                )
                                .invoke("String.trim()", "the return value of \"String.substring(int, int)\""),
                            ))
                        }),
                        "CoulombicPotential.water[i]",
                    );
                }
            }
            // CoulombicPotential.somd:104: water[i][3] = line.substring(10, 15).trim().startsWith("O") ? -0.82f : 0.41f;
            peek!(CoulombicPotential_water).row(i, "CoulombicPotential.water").put(
                3,
                if natives::string::starts_with(
                    natives::string::trim(
                        natives::string::substring(line.invoke("String.substring(int, int)", "line"), 10, 15)
                            .invoke("String.trim()", "the return value of \"String.substring(int, int)\""),
                    )
                    .invoke("String.startsWith(String)", "the return value of \"String.trim()\""),
                    TEXT_O.get(),
                ) {
                    -0.82
                } else {
                    0.41
                },
                "CoulombicPotential.water[i]",
            );
        }
        // CoulombicPotential.somd:106: box = 10 * Float.parseFloat(in.nextLine().trim().split(" +")[0]);
        CoulombicPotential_box_.set(
            10.0 * ({
                Float::clinit();
                Float::parseFloat(
                    &JString::split_String(
                        natives::string::trim(
                            Scanner::nextLine(&in_.get())
                                .invoke("String.trim()", "the return value of \"java.util.Scanner.nextLine()\""),
                        )
                        .invoke("String.split(String)", "the return value of \"String.trim()\""),
                        TEXT__8.get(),
                    )
                    .at(0, "the return value of \"String.split(String)\""),
                )
            }),
        );
    }

    /// CoulombicPotential.generate: `static float[][] generate()`
    pub fn generate() -> Ref<Array<Ref<Array<f32>>>> {
        // CoulombicPotential.somd:110: if (water.length > 0)
        if peek!(CoulombicPotential_water).length("CoulombicPotential.water") > 0 {
            // CoulombicPotential.somd:111: return boxes();
            return CoulombicPotential::boxes();
        }
        // CoulombicPotential.somd:112: Random random = new Random(2011);
        let random: OnStack<Random> = OnStack::new(Random::ID, Random::new__fields(2011));
        // CoulombicPotential.somd:113: float[][] all = new float[atoms][4];
        let all: Ref<Array<Ref<Array<f32>>>> =
            narrow_owned!(new_matrix::<f32>(&[CoulombicPotential_atoms.get(), 4]), Array<Ref<Array<f32>>>);
        // CoulombicPotential.somd:114: for (int i = 0; i < atoms; i++) {
        {
            let mut i: i32 = 0;
            let all = all.hoist().with_rows(&all, true);
            while i < CoulombicPotential_atoms.get() {
                // CoulombicPotential.somd:115: all[i][0] = random.nextFloat() * side * SPACING;
                all.row(i, "all").put_valid(
                    0,
                    Random::nextFloat(&random.get()) * CoulombicPotential_side.get() as f32 * 0.1,
                    "all[i]",
                );
                // CoulombicPotential.somd:116: all[i][1] = random.nextFloat() * side * SPACING;
                all.row(i, "all").put_valid(
                    1,
                    Random::nextFloat(&random.get()) * CoulombicPotential_side.get() as f32 * 0.1,
                    "all[i]",
                );
                // CoulombicPotential.somd:117: all[i][2] = random.nextFloat() * 4 + 1;
                all.row(i, "all").put_valid(2, Random::nextFloat(&random.get()) * 4.0 + 1.0, "all[i]");
                // CoulombicPotential.somd:118: all[i][3] = random.nextFloat() * 2 - 1;
                all.row(i, "all").put_valid(3, Random::nextFloat(&random.get()) * 2.0 - 1.0, "all[i]");
                i += 1;
            }
        }
        // CoulombicPotential.somd:120: return all;
        all
    }

    /// CoulombicPotential.plain: `static float[] plain(float[][] all)`
    pub fn plain(all: &Ref<Array<Ref<Array<f32>>>>) -> Ref<Array<f32>> {
        // CoulombicPotential.somd:125: int n = all.length;
        let n: i32 = all.length("all");
        // CoulombicPotential.somd:126: float[] ax = new float[n], ay = new float[n], dz2 = new float[n], charge = new float[n];
        let ax: Ref<Array<f32>> = Array::<f32>::new(n);
        let ay: Ref<Array<f32>> = Array::<f32>::new(n);
        let dz2: Ref<Array<f32>> = Array::<f32>::new(n);
        let charge: Ref<Array<f32>> = Array::<f32>::new(n);
        // CoulombicPotential.somd:127: for (int j = 0; j < n; j++) {
        {
            let all = all.hoist().with_rows(all, false);
            let ax = ax.hoist_mut();
            let ay = ay.hoist_mut();
            let dz2 = dz2.hoist_mut();
            let charge = charge.hoist_mut();
            let steps_1 = Steps::up(0, n as i64, 1);
            // Every index is in range: there is nothing to check.
            if all.covers(steps_1, 1, 0, 0, 0)
                && ax.covers(steps_1, 1, 0, 0, 0)
                && ay.covers(steps_1, 1, 0, 0, 0)
                && dz2.covers(steps_1, 1, 0, 0, 0)
                && charge.covers(steps_1, 1, 0, 0, 0)
            {
                for j in 0..n {
                    // CoulombicPotential.somd:128: ax[j] = all[j][0];
                    ax.put_nth(j as isize, all.nth_row(j as isize).at_valid(0, "all[j]"));
                    // CoulombicPotential.somd:129: ay[j] = all[j][1];
                    ay.put_nth(j as isize, all.nth_row(j as isize).at_valid(1, "all[j]"));
                    // CoulombicPotential.somd:130: float dz = HEIGHT - all[j][2];
                    let dz: f32 = 0.5 - all.nth_row(j as isize).at_valid(2, "all[j]");
                    // CoulombicPotential.somd:131: dz2[j] = dz * dz;
                    dz2.put_nth(j as isize, dz * dz);
                    // CoulombicPotential.somd:132: charge[j] = all[j][3];
                    charge.put_nth(j as isize, all.nth_row(j as isize).at_valid(3, "all[j]"));
                }
            } else {
                for j in 0..n {
                    // CoulombicPotential.somd:128: ax[j] = all[j][0];
                    ax.put(j, all.row(j, "all").at_valid(0, "all[j]"), "ax");
                    // CoulombicPotential.somd:129: ay[j] = all[j][1];
                    ay.put(j, all.row(j, "all").at_valid(1, "all[j]"), "ay");
                    // CoulombicPotential.somd:130: float dz = HEIGHT - all[j][2];
                    let dz: f32 = 0.5 - all.row(j, "all").at_valid(2, "all[j]");
                    // CoulombicPotential.somd:131: dz2[j] = dz * dz;
                    dz2.put(j, dz * dz, "dz2");
                    // CoulombicPotential.somd:132: charge[j] = all[j][3];
                    charge.put(j, all.row(j, "all").at_valid(3, "all[j]"), "charge");
                }
            }
        }
        // CoulombicPotential.somd:134: float[] out = new float[side * side];
        let out: Ref<Array<f32>> = Array::<f32>::new(CoulombicPotential_side.get() * CoulombicPotential_side.get());
        // CoulombicPotential.somd:135: for (int row = 0; row < side; row++) {
        {
            let ax = ax.hoist();
            let ay = ay.hoist();
            let dz2 = dz2.hoist();
            let charge = charge.hoist();
            let out = out.hoist_mut();
            for row in 0..CoulombicPotential_side.get() {
                // CoulombicPotential.somd:136: float y = SPACING * row;
                let y: f32 = 0.1 * row as f32;
                // CoulombicPotential.somd:137: for (int column = 0; column < side; column++) {
                for column in 0..CoulombicPotential_side.get() {
                    // CoulombicPotential.somd:138: float x = SPACING * column;
                    let x: f32 = 0.1 * column as f32;
                    // CoulombicPotential.somd:139: float sum = 0;
                    let mut sum: f32 = 0.0;
                    // CoulombicPotential.somd:140: for (int j = 0; j < n; j++) {
                    let steps_2 = Steps::up(0, n as i64, 1);
                    // Every index is in range: there is nothing to check.
                    if ax.covers(steps_2, 1, 0, 0, 0)
                        && ay.covers(steps_2, 1, 0, 0, 0)
                        && dz2.covers(steps_2, 1, 0, 0, 0)
                        && charge.covers(steps_2, 1, 0, 0, 0)
                    {
                        for j in 0..n {
                            // CoulombicPotential.somd:141: float dx = x - ax[j], dy = y - ay[j];
                            let dx: f32 = x - ax.nth(j as isize);
                            let dy: f32 = y - ay.nth(j as isize);
                            // CoulombicPotential.somd:142: sum += charge[j] / (float) Math.sqrt(dx * dx + dy * dy + dz2[j]);
                            sum += charge.nth(j as isize)
                                / natives::math::sqrt((dx * dx + dy * dy + dz2.nth(j as isize)) as f64) as f32;
                        }
                    } else {
                        for j in 0..n {
                            // CoulombicPotential.somd:141: float dx = x - ax[j], dy = y - ay[j];
                            let dx: f32 = x - ax.at(j, "ax");
                            let dy: f32 = y - ay.at(j, "ay");
                            // CoulombicPotential.somd:142: sum += charge[j] / (float) Math.sqrt(dx * dx + dy * dy + dz2[j]);
                            sum += charge.at(j, "charge")
                                / natives::math::sqrt((dx * dx + dy * dy + dz2.at(j, "dz2")) as f64) as f32;
                        }
                    }
                    // CoulombicPotential.somd:144: out[row * side + column] = sum;
                    out.put(row * CoulombicPotential_side.get() + column, sum, "out");
                }
            }
        }
        // CoulombicPotential.somd:147: return out;
        out
    }

    /// CoulombicPotential.main: `static void main(java.lang.String[] args)`
    pub fn main(args: &Ref<Array<Ref<Str>>>) {
        // CoulombicPotential.somd:151: if (args.length > 0) {
        if args.length("args") > 0 {
            // CoulombicPotential.somd:152: atoms = 4000 * Integer.parseInt(args[0]);
            CoulombicPotential_atoms.set(
                4000 * ({
                    Integer::clinit();
                    Integer::parseInt_String(args.row(0, "args"))
                }),
            );
            // CoulombicPotential.somd:153: side = 512;
            CoulombicPotential_side.set(512);
        }
        // CoulombicPotential.somd:155: if (args.length > 2)
        if args.length("args") > 2 {
            // CoulombicPotential.somd:156: read(args[2]);
            CoulombicPotential::read(&args.at(2, "args"));
        }
        // CoulombicPotential.somd:157: boolean lime = args.length < 2 || !args[1].equals("java");
        let lime: bool = args.length("args") < 2
            || !natives::string::equals(
                args.row(1, "args").invoke("String.equals(Object)", "args[1]"),
                TEXT_JAVA.get().up(),
            );
        // CoulombicPotential.somd:158: boolean java = args.length < 2 || !args[1].equals("lime");
        let java: bool = args.length("args") < 2
            || !natives::string::equals(
                args.row(1, "args").invoke("String.equals(Object)", "args[1]"),
                TEXT_LIME.get().up(),
            );
        // CoulombicPotential.somd:159: System.out.println(atoms + " atoms, " + side + " x " + side + " points");
        {
            let receiver_1 = System::out();
            let argument_2 = concat_str!(
                CoulombicPotential_atoms.get(),
                " atoms, ",
                CoulombicPotential_side.get(),
                " x ",
                CoulombicPotential_side.get(),
                " points"
            );
            PrintStream::println(
                receiver_1.invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &argument_2,
            )
        }
        // CoulombicPotential.somd:160: float[][] start = java ? generate() : null;
        let start: Ref<Array<Ref<Array<f32>>>> = if java { CoulombicPotential::generate() } else { Ref::null() };
        // CoulombicPotential.somd:161: long begun = System.nanoTime();
        let mut begun: i64 = {
            System::clinit();
            natives::system::nano_time()
        };
        // CoulombicPotential.somd:162: float[] expected = java ? plain(start) : null;
        let expected: Ref<Array<f32>> = if java { CoulombicPotential::plain(&start) } else { Ref::null() };
        // CoulombicPotential.somd:163: if (lime) {
        if lime {
            // CoulombicPotential.somd:164: begun = System.nanoTime();
            begun = {
                System::clinit();
                natives::system::nano_time()
            };
            // CoulombicPotential.somd:165: Task plane = task CoulombicPotential().atomGen => task CoulombicPotential.computePotential => task CoulombicPotential().store;
            let plane: Ref<Task> = Task::new(&task::connect(
                &[Task::new(&task::connect(
                    &[Task::new(
                        &({
                            let worker_3 = CoulombicPotential::new();
                            task::typed(
                                task::host(move |_| CoulombicPotential::atomGen(&worker_3).into_value()),
                                &[],
                                &["CoulombicPotential.Plane"],
                            )
                        }),
                    )
                    .invoke("somd.Task.connect(somd.Task)", "")
                    .graph
                    .get()],
                    &[Task::new(&task::typed(
                        task::host(|item| CoulombicPotential::computePotential(task::take(item, 0)).into_value()),
                        &["CoulombicPotential.Plane"],
                        &["float[[]]"],
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
                        let worker_4 = CoulombicPotential::new();
                        task::typed(
                            task::host(move |item| {
                                CoulombicPotential::store(&worker_4, task::take(item, 0));
                                Value::Void
                            }),
                            &["float[[]]"],
                            &[],
                        )
                    }),
                )
                .invoke("somd.Task.connect(somd.Task)", "")
                .graph
                .get()],
            ));
            // CoulombicPotential.somd:166: plane.finish();
            Task::finish(plane.invoke("somd.Task.finish()", "plane"));
        }
        // CoulombicPotential.somd:168: long time = System.nanoTime() - begun;
        let time: i64 = ({
            System::clinit();
            natives::system::nano_time()
        }) - begun;
        // CoulombicPotential.somd:169: if (args.length > 0)
        if args.length("args") > 0 {
            // CoulombicPotential.somd:170: System.out.println("time " + time / 1000 + " us");
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("time ", time / 1000, " us"),
            );
        }
        // CoulombicPotential.somd:171: if (lime && java) {
        if lime && java {
            // CoulombicPotential.somd:172: boolean same = potential.length == expected.length;
            let mut same: bool = peek!(CoulombicPotential_potential).length("CoulombicPotential.potential")
                == expected.length("expected");
            // CoulombicPotential.somd:173: for (int i = 0; i < expected.length; i++)
            {
                let expected = expected.hoist();
                for i in 0..expected.length("expected") {
                    // CoulombicPotential.somd:174: same &= Float.floatToIntBits(potential[i]) == Float.floatToIntBits(expected[i]);
                    same &= ({
                        Float::clinit();
                        Float::floatToIntBits(peek!(CoulombicPotential_potential).at(i, "CoulombicPotential.potential"))
                    }) == ({
                        Float::clinit();
                        Float::floatToIntBits(expected.at(i, "expected"))
                    });
                }
            }
            // CoulombicPotential.somd:175: System.out.println("the same as plain Java: " + same);
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("the same as plain Java: ", same),
            );
        }
    }

    /// `new CoulombicPotential`
    pub fn new() -> Ref<CoulombicPotential> {
        let this = Ref::alloc_acyclic(Self::ID, CoulombicPotential::default());
        Self::init(&this);
        this
    }

    /// CoulombicPotential.<init>: `CoulombicPotential()`
    pub fn init(_this: &Ref<CoulombicPotential>) {
        // CoulombicPotential.somd:14: public class CoulombicPotential {
    }

    /// CoulombicPotential.<clinit>: `static { … }`
    pub fn static_init() {
        // CoulombicPotential.somd:20: static int atoms = 20;
        CoulombicPotential_atoms.set(20);
        // CoulombicPotential.somd:21: static int side = 16;
        CoulombicPotential_side.set(16);
        // CoulombicPotential.somd:25: static float[][] water = {};
        CoulombicPotential_water.set(Array::<Ref<Array<f32>>>::literal_ref(RefType::class(class_id::FLOAT_ARRAY), []));
    }
}

/// `CoulombicPotential.Plane`
#[repr(C)]
#[derive(Default)]
pub struct Plane {
    pub atoms: Slot<Array<Ref<Array<f32>>>>,
    pub points: Slot<Array<i32>>,
    pub side: Cell<i32>,
}

tested_value!(Plane, Plane::zero);

impl Plane {
    pub const ID: u32 = 83;
    pub const LAST: u32 = 83;

    /// The value whose fields are all zero.
    pub fn zero() -> Ref<Plane> {
        Ref::alloc_acyclic(Self::ID, Plane::default())
    }

    /// `a == b`: equal contents.
    pub fn same_contents(a: &Ref<Plane>, b: &Ref<Plane>) -> bool {
        a.same(b)
            || a.class() == b.class()
                && lime::equal_arrays(&a.atoms.get(), &b.atoms.get())
                && lime::equal_arrays(&a.points.get(), &b.points.get())
                && a.side.get() == b.side.get()
    }

    /// `new CoulombicPotential.Plane`
    pub fn new(atoms: Ref<Array<Ref<Array<f32>>>>, points: Ref<Array<i32>>, side: i32) -> Ref<Plane> {
        let this = Ref::alloc_acyclic(Self::ID, Plane::default());
        Self::init(&this, atoms, points, side);
        this
    }

    /// CoulombicPotential$Plane.<init>: `CoulombicPotential.Plane(float[][] atoms, int[] points, int side)`
    pub fn init(this: &Ref<Plane>, atoms: Ref<Array<Ref<Array<f32>>>>, points: Ref<Array<i32>>, side: i32) {
        // CoulombicPotential.somd:35: Plane(float[[][4]] atoms, int[[]] points, int side) {

        // CoulombicPotential.somd:36: this.atoms = atoms;
        this.atoms.set(atoms);
        // CoulombicPotential.somd:37: this.points = points;
        this.points.set(points);
        // CoulombicPotential.somd:38: this.side = side;
        this.side.set(side);
    }

    /// CoulombicPotential$Plane.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Plane>, other: &Ref<Object>) -> bool {
        // CoulombicPotential.somd:29: static value class Plane {
        if !Plane::is(other) {
            return false;
        }
        let that: Ref<Plane> = Plane::cast(other.clone());
        lime::equal_arrays(&this.atoms.get(), &that.read("atoms", "that").atoms.get())
            && lime::equal_arrays(&this.points.get(), &that.read("points", "that").points.get())
            && this.side.get() == that.read("side", "that").side.get()
    }

    /// CoulombicPotential$Plane.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<Plane>) -> i32 {
        stack_check();
        // CoulombicPotential.somd:29: static value class Plane {
        31 * (31 * ValueArrays::hash(this.atoms.get().into_up()) + ValueArrays::hash(this.points.get().into_up()))
            + this.side.get()
    }

    /// CoulombicPotential$Plane.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Plane>) -> Ref<Str> {
        stack_check();
        // CoulombicPotential.somd:29: static value class Plane {
        concat_str!(
            "Plane[atoms=",
            ValueArrays::text(this.atoms.get().into_up()),
            ", points=",
            ValueArrays::text(this.points.get().into_up()),
            ", side=",
            this.side.get(),
            "]"
        )
    }
}
