import java.util.function.IntUnaryOperator;

/** Arrays of objects in fields, in distributed loops of the object's methods and of its class. */
public class ObjectFields {
    static class Body {
        double x, v, m;

        Body(int k) {
            x = k * 7 % 13;
            m = 1 + k % 3;
        }
    }

    private Body[] bodies;
    static Body[] suns = {new Body(1), new Body(5)};
    int grown;

    ObjectFields(int n) {
        bodies = new Body[n];
        for (int k = 0; k < n; k++) {
            bodies[k] = new Body(k);
        }
    }

    void forces(double[] f) {
        for (int i = 0; i < f.length; i++) {
            double s = 0;
            for (Body b : bodies) {
                s += b.m * (b.x - i);
            }
            for (int k = 0; k < suns.length; k++) {
                s += suns[k].m / (1 + i);
            }
            f[i] = s;
        }
    }

    void push(double[] f, int[] pushed) {
        for (int i = 0; i < bodies.length; i++) {
            double pull = 0;
            for (int k = 0; k < f.length; k++) {
                pull += f[k] * 1e-6;
            }
            bodies[i].v += pull / bodies[i].m;
            bodies[i].x += bodies[i].v * 0.01;
            pushed[i]++;
        }
    }

    int move(double[] f, int steps) {
        int[] pushed = new int[bodies.length];
        for (int t = 0; t < steps; t++) {
            forces(f);
            push(f, pushed);
        }
        return java.util.Arrays.hashCode(pushed);
    }

    /** The array is another one after some iterations. */
    void growing(int[] seen) {
        for (int i = 0; i < seen.length; i++) {
            if (i % 3 == 2) {
                grow();
            }
            int n = 0;
            for (Body b : bodies) {
                n += (int) b.m;
            }
            seen[i] = n;
        }
    }

    void grow() {
        grown++;
        bodies = java.util.Arrays.copyOf(bodies, bodies.length + 1);
        bodies[bodies.length - 1] = new Body(grown);
    }

    /** So it is where a function does that. */
    void byFunction(int[] seen, IntUnaryOperator f) {
        for (int i = 0; i < seen.length; i++) {
            seen[i] = f.applyAsInt(i);
            for (Body b : bodies) {
                seen[i] += (int) b.m;
            }
        }
    }

    static void of(float[] out) {
        for (int i = 0; i < out.length; i++) {
            for (Body s : suns) {
                out[i] += (float) (s.x * i);
            }
        }
    }

    /** The loop has no turn, or ends before it looks. */
    void never(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                a[i] = bodies.length + (int) bodies[0].m;
            }
        }
    }

    static int hash(double[] a) {
        return java.util.Arrays.hashCode(a);
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 5, 300}) {
            ObjectFields o = new ObjectFields(n);
            double[] f = new double[n < 100 ? 7 : 400];
            o.forces(f);
            System.out.println(hash(f));
            System.out.println(o.move(f, 3) + " " + hash(f));
            int[] seen = new int[10];
            o.growing(seen);
            System.out.println(java.util.Arrays.toString(seen) + " " + o.bodies.length);
            o.byFunction(seen, i -> {
                o.grow();
                return i;
            });
            System.out.println(java.util.Arrays.toString(seen) + " " + o.bodies.length);
            float[] out = new float[n];
            of(out);
            System.out.println(java.util.Arrays.hashCode(out));
            o.bodies = null;
            o.never(new int[n]);
            try {
                o.never(new int[] {0, 1});
            } catch (NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
        suns = new Body[] {new Body(2)};
        float[] out = new float[5000];
        of(out);
        System.out.println(java.util.Arrays.hashCode(out));
    }
}
