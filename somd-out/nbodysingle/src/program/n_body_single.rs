//! The classes of `NBodySingle.somd`.

use super::*;

/// `NBodySingle`
#[repr(C)]
#[derive(Default)]
pub struct NBodySingle {
    pub emitted: Cell<bool>,
}

/// `NBodySingle.bodies`
pub static NBodySingle_bodies: Static<i32> = Static::new(96);

/// `NBodySingle.forces`
pub static NBodySingle_forces: StaticRef<Array<Ref<Array<f32>>>> = StaticRef::null();

impl NBodySingle {
    pub const ID: u32 = 56;
    pub const LAST: u32 = 56;

    /// NBodySingle.particleGen: `float[][] particleGen()`
    pub fn particleGen(this: &Ref<NBodySingle>) -> Ref<Array<Ref<Array<f32>>>> {
        // NBodySingle.somd:19: if (emitted)
        if this.emitted.get() {
            // NBodySingle.somd:20: throw new Underflow();
            throw(Underflow::new().into_up());
        }
        // NBodySingle.somd:21: emitted = true;
        this.emitted.set(true);
        // NBodySingle.somd:22: return new float[[][4]](generate());
        lime::freeze(NBodySingle::generate(), &[-1, 4], "the return value of \"NBodySingle.generate()\"")
    }

    /// NBodySingle.computeForces: `static float[][] computeForces(float[][] particles)`
    pub fn computeForces(particles: &Ref<Array<Ref<Array<f32>>>>) -> Ref<Array<Ref<Array<f32>>>> {
        // NBodySingle.somd:27: return NBodySingle @ force(particles, particles);
        kernels::NBodySingle_computeForces(particles)
    }

    /// NBodySingle.forceAccumulator: `void forceAccumulator(float[][] result)`
    pub fn forceAccumulator(_this: &Ref<NBodySingle>, result: &Ref<Array<Ref<Array<f32>>>>) {
        // NBodySingle.somd:48: forces = result;
        NBodySingle_forces.set(result.clone());
    }

    /// NBodySingle.generate: `static float[][] generate()`
    pub fn generate() -> Ref<Array<Ref<Array<f32>>>> {
        // NBodySingle.somd:52: Random random = new Random(2012);
        let random: OnStack<Random> = OnStack::new(Random::ID, Random::new__fields(2012));
        // NBodySingle.somd:53: float[][] particles = new float[bodies][4];
        let particles: Ref<Array<Ref<Array<f32>>>> =
            narrow_owned!(new_matrix::<f32>(&[NBodySingle_bodies.get(), 4]), Array<Ref<Array<f32>>>);
        // NBodySingle.somd:54: for (int i = 0; i < bodies; i++) {
        {
            let mut i: i32 = 0;
            let particles = particles.hoist().with_rows(&particles, true);
            while i < NBodySingle_bodies.get() {
                // NBodySingle.somd:55: for (int d = 0; d < 3; d++)
                {
                    let particles_i_1 = hoist_path_mut(particles.look_row(i), move || particles.row(i, "particles"));
                    for d in 0..3 {
                        // NBodySingle.somd:56: particles[i][d] = random.nextFloat() - 0.5f;
                        particles_i_1.put(d, Random::nextFloat(&random.get()) - 0.5, "particles[i]");
                    }
                }
                // NBodySingle.somd:57: particles[i][3] = random.nextFloat();
                particles.row(i, "particles").put_valid(3, Random::nextFloat(&random.get()), "particles[i]");
                i += 1;
            }
        }
        // NBodySingle.somd:59: return particles;
        particles
    }

    /// NBodySingle.plain: `static float[][] plain(float[][] particles)`
    pub fn plain(particles: &Ref<Array<Ref<Array<f32>>>>) -> Ref<Array<Ref<Array<f32>>>> {
        // NBodySingle.somd:64: int n = particles.length;
        let n: i32 = particles.length("particles");
        // NBodySingle.somd:65: float[] x = new float[n], y = new float[n], z = new float[n], m = new float[n];
        let x: Ref<Array<f32>> = Array::<f32>::new(n);
        let y: Ref<Array<f32>> = Array::<f32>::new(n);
        let z: Ref<Array<f32>> = Array::<f32>::new(n);
        let m: Ref<Array<f32>> = Array::<f32>::new(n);
        // NBodySingle.somd:66: for (int i = 0; i < n; i++) {
        {
            let particles = particles.hoist().with_rows(particles, false);
            let x = x.hoist_mut();
            let y = y.hoist_mut();
            let z = z.hoist_mut();
            let m = m.hoist_mut();
            let steps_1 = Steps::up(0, n as i64, 1);
            // Every index is in range: there is nothing to check.
            if particles.covers(steps_1, 1, 0, 0, 0)
                && x.covers(steps_1, 1, 0, 0, 0)
                && y.covers(steps_1, 1, 0, 0, 0)
                && z.covers(steps_1, 1, 0, 0, 0)
                && m.covers(steps_1, 1, 0, 0, 0)
            {
                for i in 0..n {
                    // NBodySingle.somd:67: x[i] = particles[i][0];
                    x.put_nth(i as isize, particles.nth_row(i as isize).at_valid(0, "particles[i]"));
                    // NBodySingle.somd:68: y[i] = particles[i][1];
                    y.put_nth(i as isize, particles.nth_row(i as isize).at_valid(1, "particles[i]"));
                    // NBodySingle.somd:69: z[i] = particles[i][2];
                    z.put_nth(i as isize, particles.nth_row(i as isize).at_valid(2, "particles[i]"));
                    // NBodySingle.somd:70: m[i] = particles[i][3];
                    m.put_nth(i as isize, particles.nth_row(i as isize).at_valid(3, "particles[i]"));
                }
            } else {
                for i in 0..n {
                    // NBodySingle.somd:67: x[i] = particles[i][0];
                    x.put(i, particles.row(i, "particles").at_valid(0, "particles[i]"), "x");
                    // NBodySingle.somd:68: y[i] = particles[i][1];
                    y.put(i, particles.row(i, "particles").at_valid(1, "particles[i]"), "y");
                    // NBodySingle.somd:69: z[i] = particles[i][2];
                    z.put(i, particles.row(i, "particles").at_valid(2, "particles[i]"), "z");
                    // NBodySingle.somd:70: m[i] = particles[i][3];
                    m.put(i, particles.row(i, "particles").at_valid(3, "particles[i]"), "m");
                }
            }
        }
        // NBodySingle.somd:72: float[][] f = new float[3][n];
        let f: Ref<Array<Ref<Array<f32>>>> = narrow_owned!(new_matrix::<f32>(&[3, n]), Array<Ref<Array<f32>>>);
        // NBodySingle.somd:73: for (int i = 0; i < n; i++) {
        {
            let x = x.hoist();
            let y = y.hoist();
            let z = z.hoist();
            let m = m.hoist();
            let f = f.hoist();
            let f_row_2 = hoist_path_mut(f.look_row(0), move || f.row(0, "f"));
            let f_row_3 = hoist_path_mut(f.look_row(1), move || f.row(1, "f"));
            let f_row_4 = hoist_path_mut(f.look_row(2), move || f.row(2, "f"));
            for i in 0..n {
                // NBodySingle.somd:74: float fx = 0, fy = 0, fz = 0;
                let mut fx: f32 = 0.0;
                let mut fy: f32 = 0.0;
                let mut fz: f32 = 0.0;
                // NBodySingle.somd:75: for (int j = 0; j < n; j++) {
                let steps_5 = Steps::up(0, n as i64, 1);
                let base_6 = i as isize;
                // Every index is in range: there is nothing to check.
                if x.covers(steps_5, 0, base_6 as i64, 0, 0)
                    && x.covers(steps_5, 1, 0, 0, 0)
                    && y.covers(steps_5, 0, base_6 as i64, 0, 0)
                    && y.covers(steps_5, 1, 0, 0, 0)
                    && z.covers(steps_5, 0, base_6 as i64, 0, 0)
                    && z.covers(steps_5, 1, 0, 0, 0)
                    && m.covers(steps_5, 1, 0, 0, 0)
                {
                    for j in 0..n {
                        // NBodySingle.somd:76: float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                        let dx: f32 = x.nth(j as isize) - x.nth(base_6);
                        let dy: f32 = y.nth(j as isize) - y.nth(base_6);
                        let dz: f32 = z.nth(j as isize) - z.nth(base_6);
                        // NBodySingle.somd:77: float inverse = 1.0f / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
                        let inverse: f32 =
                            1.0 / natives::math::sqrt((dx * dx + dy * dy + dz * dz + 0.0001) as f64) as f32;
                        // NBodySingle.somd:78: float s = m[j] * inverse * inverse * inverse;
                        let s: f32 = m.nth(j as isize) * inverse * inverse * inverse;
                        // NBodySingle.somd:79: fx += s * dx;
                        fx += s * dx;
                        // NBodySingle.somd:80: fy += s * dy;
                        fy += s * dy;
                        // NBodySingle.somd:81: fz += s * dz;
                        fz += s * dz;
                    }
                } else {
                    for j in 0..n {
                        // NBodySingle.somd:76: float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                        let dx: f32 = x.at(j, "x") - x.at(i, "x");
                        let dy: f32 = y.at(j, "y") - y.at(i, "y");
                        let dz: f32 = z.at(j, "z") - z.at(i, "z");
                        // NBodySingle.somd:77: float inverse = 1.0f / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
                        let inverse: f32 =
                            1.0 / natives::math::sqrt((dx * dx + dy * dy + dz * dz + 0.0001) as f64) as f32;
                        // NBodySingle.somd:78: float s = m[j] * inverse * inverse * inverse;
                        let s: f32 = m.at(j, "m") * inverse * inverse * inverse;
                        // NBodySingle.somd:79: fx += s * dx;
                        fx += s * dx;
                        // NBodySingle.somd:80: fy += s * dy;
                        fy += s * dy;
                        // NBodySingle.somd:81: fz += s * dz;
                        fz += s * dz;
                    }
                }
                // NBodySingle.somd:83: f[0][i] = fx;
                f_row_2.put(i, fx, "f[0]");
                // NBodySingle.somd:84: f[1][i] = fy;
                f_row_3.put(i, fy, "f[1]");
                // NBodySingle.somd:85: f[2][i] = fz;
                f_row_4.put(i, fz, "f[2]");
            }
        }
        // NBodySingle.somd:87: return f;
        f
    }

    /// NBodySingle.main: `static void main(java.lang.String[] args)`
    pub fn main(args: &Ref<Array<Ref<Str>>>) {
        // NBodySingle.somd:91: if (args.length > 0)
        if args.length("args") > 0 {
            // NBodySingle.somd:92: bodies = 4096 * Integer.parseInt(args[0]);
            NBodySingle_bodies.set(
                4096 * ({
                    Integer::clinit();
                    Integer::parseInt_String(args.row(0, "args"))
                }),
            );
        }
        // NBodySingle.somd:93: boolean java = args.length > 1 && args[1].equals("java");
        let java: bool = args.length("args") > 1
            && natives::string::equals(
                args.row(1, "args").invoke("String.equals(Object)", "args[1]"),
                TEXT_JAVA.get().up(),
            );
        // NBodySingle.somd:94: float[][] start = generate();
        let start: Ref<Array<Ref<Array<f32>>>> = NBodySingle::generate();
        // NBodySingle.somd:95: System.out.println(bodies + " bodies");
        {
            let receiver_1 = System::out();
            let argument_2 = concat_str!(NBodySingle_bodies.get(), " bodies");
            PrintStream::println(
                receiver_1.invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &argument_2,
            )
        }
        // NBodySingle.somd:96: long begun = System.nanoTime();
        let mut begun: i64 = {
            System::clinit();
            natives::system::nano_time()
        };
        // NBodySingle.somd:97: float[][] expected = java || args.length < 2 ? plain(start) : null;
        let expected: Ref<Array<Ref<Array<f32>>>> =
            if java || args.length("args") < 2 { NBodySingle::plain(&start) } else { Ref::null() };
        // NBodySingle.somd:98: if (args.length < 2 || !java) {
        if args.length("args") < 2 || !java {
            // NBodySingle.somd:99: begun = System.nanoTime();
            begun = {
                System::clinit();
                natives::system::nano_time()
            };
            // NBodySingle.somd:100: Task step = task NBodySingle().particleGen => task NBodySingle.computeForces => task NBodySingle().forceAccumulator;
            let step: Ref<Task> = Task::new(&task::connect(
                &[Task::new(&task::connect(
                    &[Task::new(
                        &({
                            let worker_3 = NBodySingle::new();
                            task::typed(
                                task::host(move |_| NBodySingle::particleGen(&worker_3).into_value()),
                                &[],
                                &["float[[][4]]"],
                            )
                        }),
                    )
                    .invoke("somd.Task.connect(somd.Task)", "")
                    .graph
                    .get()],
                    &[Task::new(&task::typed(
                        task::offloadable(|item| NBodySingle::computeForces(task::take(item, 0)).into_value()),
                        &["float[[][4]]"],
                        &["float[[][3]]"],
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
                        let worker_4 = NBodySingle::new();
                        task::typed(
                            task::host(move |item| {
                                NBodySingle::forceAccumulator(&worker_4, task::take(item, 0));
                                Value::Void
                            }),
                            &["float[[][3]]"],
                            &[],
                        )
                    }),
                )
                .invoke("somd.Task.connect(somd.Task)", "")
                .graph
                .get()],
            ));
            // NBodySingle.somd:101: step.finish();
            Task::finish(step.invoke("somd.Task.finish()", "step"));
        }
        // NBodySingle.somd:103: long time = System.nanoTime() - begun;
        let time: i64 = ({
            System::clinit();
            natives::system::nano_time()
        }) - begun;
        // NBodySingle.somd:104: if (args.length > 0)
        if args.length("args") > 0 {
            // NBodySingle.somd:105: System.out.println("time " + time / 1000 + " us");
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("time ", time / 1000, " us"),
            );
        }
        // NBodySingle.somd:106: if (args.length < 2) {
        if args.length("args") < 2 {
            // NBodySingle.somd:107: boolean same = true;
            let mut same: bool = true;
            // NBodySingle.somd:108: for (int i = 0; i < bodies; i++)
            {
                let mut i: i32 = 0;
                let expected = expected.hoist().with_rows(&expected, false);
                while i < NBodySingle_bodies.get() {
                    // NBodySingle.somd:109: for (int d = 0; d < 3; d++)
                    for d in 0..3 {
                        // NBodySingle.somd:110: same &= Float.floatToIntBits(forces[i][d]) == Float.floatToIntBits(expected[d][i]);
                        same &= ({
                            Float::clinit();
                            Float::floatToIntBits(
                                peek!(NBodySingle_forces).row(i, "NBodySingle.forces").at(d, "NBodySingle.forces[i]"),
                            )
                        }) == ({
                            Float::clinit();
                            Float::floatToIntBits(expected.row(d, "expected").at_valid(i, "expected[d]"))
                        });
                    }
                    i += 1;
                }
            }
            // NBodySingle.somd:111: System.out.println("the same as plain Java: " + same);
            PrintStream::println(
                System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &concat_str!("the same as plain Java: ", same),
            );
        }
    }

    /// `new NBodySingle`
    pub fn new() -> Ref<NBodySingle> {
        let this = Ref::alloc_acyclic(Self::ID, NBodySingle::default());
        Self::init(&this);
        this
    }

    /// NBodySingle.<init>: `NBodySingle()`
    pub fn init(_this: &Ref<NBodySingle>) {
        // NBodySingle.somd:10: public class NBodySingle {
    }
}
