//! The classes of `Saxpy.somd`.

use super::*;

/// `Saxpy`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Saxpy;

impl Saxpy {
    pub const ID: u32 = 54;
    pub const LAST: u32 = 54;

    /// Saxpy.saxpy: `static void saxpy(float[] y, float[] x, float a)`
    pub fn saxpy(y: &Ref<Array<f32>>, x: &Ref<Array<f32>>, a: f32) {
        // Saxpy.somd:3: static void saxpy(dist float[] y, float[] x, float a) {
        kernels::Saxpy_saxpy(y, x, a);
    }

    /// Saxpy.main: `static void main(java.lang.String[] args)`
    pub fn main(_args: &Ref<Array<Ref<Str>>>) {
        // Saxpy.somd:7: float[] y = new float[10];
        let y: Ref<Array<f32>> = Array::<f32>::new(10);
        // Saxpy.somd:8: saxpy(y, new float[10], 2);
        Saxpy::saxpy(&y, &Array::<f32>::new(10), 2.0);
        // Saxpy.somd:9: System.out.println(y[3]);
        {
            let receiver_1 = System::out();
            let argument_2 = y.at(3, "<local1>");
            PrintStream::println(
                receiver_1.invoke("java.io.PrintStream.println(float)", "java.lang.System.out"),
                argument_2,
            )
        }
    }
}

