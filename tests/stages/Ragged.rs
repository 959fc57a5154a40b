//! The classes of `Ragged.somd`.

use super::*;

/// `Ragged`
#[repr(C)]
#[derive(Clone, Default)]
pub struct Ragged;

impl Ragged {
    pub const ID: u32 = 54;
    pub const LAST: u32 = 54;

    /// Ragged.scale: `static void scale(double[][] m, double by)`
    pub fn scale(m: &Ref<Array<Ref<Array<f64>>>>, by: f64) {
        // Ragged.somd:3: static void scale(dist(dim = 1) double[][] m, double by) {
        if natives::array::rectangular(m.up(), true) {
            kernels::Ragged_scale(m, by);
        } else if natives::rows::sound(m.up(), true) {
            // Ragged.somd:4: for (int i = 0; i < m.length; i++)
            let m_lengths_: Ref<Array<i32>> = natives::rows::lengths(m.up());
            let m_starts_: Ref<Array<i32>> = natives::rows::starts(&m_lengths_);
            let m_rows_: Ref<Array<f64>> = of_kind(
                cast_array::<Array<f64>>(
                    natives::rows::flat(m.up(), &m_starts_),
                    RefType::class(class_id::DOUBLE_ARRAY),
                ),
                1,
                1,
            );
            kernels::Ragged_scale_line4_2(by, &m_rows_, &m_starts_, &m_lengths_);
            natives::rows::give_back(m_rows_.up(), &m_starts_, m.up());
        } else {
            {
                let m = m.hoist().with_rows(m, true);
                for i in 0..m.length("<parameter1>") {
                    // Ragged.somd:5: for (int j = 0; j < m[i].length; j++) m[i][j] *= by;
                    {
                        let m_i_1 = hoist_path_mut(m.look_row(i), move || m.row(i, "<parameter1>"));
                        let end_2 = m_i_1.length("<parameter1>[<local3>]");
                        let steps_3 = Steps::up(0, end_2 as i64, 1);
                        // Every index is in range: there is nothing to check.
                        if m_i_1.covers(steps_3, 1, 0, 0, 0) {
                            for j in 0..end_2 {
                                m_i_1.put_nth(j as isize, m_i_1.nth(j as isize) * by);
                            }
                        } else {
                            for j in 0..end_2 {
                                m_i_1.put(j, m_i_1.at(j, "<parameter1>[<local3>]") * by, "<parameter1>[<local3>]");
                            }
                        }
                    }
                }
            }
        }
    }

    /// Ragged.main: `static void main(java.lang.String[] args)`
    pub fn main(_args: &Ref<Array<Ref<Str>>>) {
        // Ragged.somd:8: double[][] m = {{1}, {2, 3}};
        let m: Ref<Array<Ref<Array<f64>>>> = Array::<Ref<Array<f64>>>::literal_ref(
            RefType::class(class_id::DOUBLE_ARRAY),
            [Array::<f64>::literal(&[1.0]), Array::<f64>::literal(&[2.0, 3.0])],
        );
        // Ragged.somd:9: scale(m, 2);
        Ragged::scale(&m, 2.0);
        // Ragged.somd:10: System.out.println(m[1][1]);
        {
            let receiver_1 = System::out();
            let argument_2 = m.row(1, "<local1>").at(1, "<local1>[1]");
            PrintStream::println(
                receiver_1.invoke("java.io.PrintStream.println(double)", "java.lang.System.out"),
                argument_2,
            )
        }
    }
}

