/** A small ray tracer: a scene of spheres and planes, shadows and reflections, printed as text. */
public class RayTrace {
    static final double EPS = 1e-6;

    static class Vec {
        final double x, y, z;

        Vec(double x, double y, double z) { this.x = x; this.y = y; this.z = z; }

        Vec add(Vec o) { return new Vec(x + o.x, y + o.y, z + o.z); }
        Vec sub(Vec o) { return new Vec(x - o.x, y - o.y, z - o.z); }
        Vec mul(double k) { return new Vec(x * k, y * k, z * k); }
        double dot(Vec o) { return x * o.x + y * o.y + z * o.z; }
        double length() { return Math.sqrt(dot(this)); }
        Vec unit() { return mul(1 / length()); }
        @Override public String toString() { return "(" + x + ", " + y + ", " + z + ")"; }
    }

    static class Ray {
        final Vec from, dir;

        Ray(Vec from, Vec dir) {
            this.from = from;
            this.dir = dir.unit();
        }

        Vec at(double t) { return from.add(dir.mul(t)); }
    }

    static class Surface {
        double shade = 1, shine = 0, mirror = 0;

        Surface with(double shine, double mirror) {
            Surface s = new Surface();
            s.shade = shade;
            s.shine = shine;
            s.mirror = mirror;
            return s;
        }
    }

    static abstract class Primitive {
        protected Surface surface = new Surface();

        abstract double hit(Ray r);
        abstract Vec normal(Vec p);

        double shadeAt(Vec p) { return surface.shade; }
    }

    static class Sphere extends Primitive {
        private final Vec c;
        private final double r2;

        Sphere(Vec c, double r) {
            this.c = c;
            r2 = r * r;
        }

        @Override double hit(Ray r) {
            Vec v = c.sub(r.from);
            double b = v.dot(r.dir), disc = b * b - v.dot(v) + r2;
            if (disc < 0.0) return Double.POSITIVE_INFINITY;
            double root = Math.sqrt(disc), near = b - root;
            return near > EPS ? near : b + root > EPS ? b + root : Double.POSITIVE_INFINITY;
        }

        @Override Vec normal(Vec p) { return p.sub(c).unit(); }
    }

    static class Floor extends Primitive {
        private final double y;

        Floor(double y) { this.y = y; }

        double hit(Ray r) {
            double t = (y - r.from.y) / r.dir.y;
            return t > EPS ? t : Double.POSITIVE_INFINITY;
        }

        Vec normal(Vec p) { return new Vec(0, 1, 0); }

        @Override double shadeAt(Vec p) {
            return (((int) Math.floor(p.x) + (int) Math.floor(p.z)) & 1) == 0 ? super.shadeAt(p) : 0.3 * super.shadeAt(p);
        }
    }

    static class Scene {
        private Primitive[] things = new Primitive[1];
        private int count;
        private final Vec light = new Vec(-5, 10, -5);
        static long rays;

        void add(Primitive p) {
            if (count == things.length) {
                Primitive[] more = new Primitive[2 * count];
                System.arraycopy(things, 0, more, 0, count);
                things = more;
            }
            things[count++] = p;
        }

        double trace(Ray r, int depth) {
            rays++;
            double best = Double.POSITIVE_INFINITY;
            Primitive thing = null;
            for (int i = 0; i < count; i++) {
                double t = things[i].hit(r);
                if (t < best) {
                    best = t;
                    thing = things[i];
                }
            }
            if (thing == null) return 0.1 + 0.1 * Math.abs(r.dir.y);
            Vec p = r.at(best), n = thing.normal(p), l = light.sub(p).unit();
            double value = 0.1;
            if (!shadowed(new Ray(p, l), light.sub(p).length())) {
                double d = n.dot(l);
                if (d > 0) {
                    value += 0.7 * d * thing.shadeAt(p);
                    double s = l.dot(r.dir.sub(n.mul(2 * n.dot(r.dir))));
                    if (s > 0) value += thing.surface.shine * s * s * s * s;
                }
            }
            if (thing.surface.mirror > 0 && depth < 4)
                value = value * (1 - thing.surface.mirror)
                        + thing.surface.mirror * trace(new Ray(p, r.dir.sub(n.mul(2 * n.dot(r.dir)))), depth + 1);
            return value;
        }

        private boolean shadowed(Ray r, double far) {
            for (int i = 0; i < count; i++) if (things[i].hit(r) < far) return true;
            return false;
        }
    }

    public static void main(String[] args) {
        Scene scene = new Scene();
        scene.add(new Floor(-1));
        Surface base = new Surface();
        for (int i = 0; i < 3; i++) {
            Sphere s = new Sphere(new Vec(i * 2 - 2, 0, 4 + i), 1);
            s.surface = base.with(0.5 * i, 0.25 * i);
            scene.add(s);
        }
        final int w = 64, h = 24;
        char[] ramp = " .:-=+*#%@".toCharArray();
        double sum = 0;
        long hash = 0;
        for (int y = 0; y < h; y++) {
            char[] line = new char[w];
            for (int x = 0; x < w; x++) {
                double v = scene.trace(new Ray(new Vec(0, 1, -4), new Vec((x - w / 2) / (double) w, (h / 2 - y) / (1.5 * h) - .1, 1)), 0);
                sum += v;
                int level = (int) (v * ramp.length);
                line[x] = ramp[level < 0 ? 0 : level >= ramp.length ? ramp.length - 1 : level];
                hash = hash * 31 + Double.doubleToLongBits(v);
            }
            System.out.println(new String(line));
        }
        System.out.println(sum + " " + Long.toHexString(hash) + " " + Scene.rays);
        System.out.println(new Vec(3, 4, 0).unit() + " " + new Vec(1, 2, 3).dot(new Vec(4, 5, 6)));
        System.out.println(base.mirror + " " + scene.things.length);
    }
}
