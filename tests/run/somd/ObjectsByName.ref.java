/** Arrays of objects under another name in a distributed loop: `for (Atom a : atoms)`, and locals. */
public class ObjectsByName {
    static class Atom {
        float x, q;
        int kind;

        Atom(float x, float q, int kind) {
            this.x = x;
            this.q = q;
            this.kind = kind;
        }
    }

    static void potential(float[] out, Atom[] atoms) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (Atom a : atoms) {
                float d = a.x - i * 0.5f;
                sum += a.q / (1 + d * d);
            }
            out[i] = sum;
        }
    }

    static void kinds(int[] out, Atom[] atoms, int limit) {
        for (int i = 0; i < out.length; i++) {
            Atom[] these = atoms;
            int n = 0;
            for (Atom a : these) {
                if (a.kind == i % 3) {
                    continue;
                }
                if (n > limit) {
                    break;
                }
                n += these[these.length - 1].kind + a.kind;
            }
            out[i] = n;
        }
    }

    static float pull(Atom[] atoms, float at) {
        float sum = 0;
        for (Atom a : atoms) {
            sum += a.q * (a.x - at);
        }
        return sum;
    }

    static void pulls(float[] out, Atom[] atoms) {
        for (int i = 0; i < out.length; i++) {
            out[i] = pull(atoms, i);
        }
    }

    static void push(Atom[] atoms, float[] by) {
        for (Atom a : atoms) {
            for (int k = 0; k < by.length; k++) {
                a.x += by[k] * a.q;
            }
        }
    }

    static void show(int n, int m) {
        Atom[] atoms = new Atom[m];
        for (int k = 0; k < m; k++) {
            atoms[k] = new Atom(k * 0.75f, k % 5 - 2, k % 4);
        }
        float[] out = new float[n];
        int[] counts = new int[n];
        potential(out, atoms);
        System.out.println(java.util.Arrays.hashCode(out));
        if (m > 0) {
            kinds(counts, atoms, 7);
        }
        System.out.println(java.util.Arrays.hashCode(counts));
        pulls(out, atoms);
        System.out.println(java.util.Arrays.hashCode(out));
        push(atoms, new float[] {0.5f, -0.25f, 0.125f});
        potential(out, atoms);
        System.out.println(java.util.Arrays.hashCode(out));
    }

    public static void main(String[] args) {
        show(0, 3);
        show(1, 1);
        show(5, 0);
        show(40, 9);
        show(20000, 30);
        try {
            potential(new float[4], new Atom[] {new Atom(1, 2, 0), null});
        } catch (NullPointerException e) {
            System.out.println("a null");
        }
        potential(new float[0], new Atom[] {null});
    }
}
