import java.util.Arrays;

/** Loops that take bounds and factors from objects outside them. */
public class OutsideObjects {
    static class Lens { float f = 1.5f; int rings = 3; int shift() { return rings + 1; } }

    static class Image {
        int width, height;
        final float scale;
        float[] data;
        Lens lens;
        Image other;
        Image(int w, int h) { width = w; height = h; scale = 0.5f; data = new float[w * h]; for (int i = 0; i < w * h; i++) data[i] = i % 13; }
        int size() { return width * height; }
        float at(int x, int y) { return data[y * width + x]; }
    }

    static Image shared = new Image(5, 7);
    int width = 6;
    float gain = 2;
    float[] own = new float[40];
    Image image = new Image(4, 3);

    static void bounds(float[] a, Image in) {
        for (int i = 0; i < in.height; i++) a[i] = i * in.scale;
    }
    static void nest(float[] a, Image in) {
        for (int y = 0; y < in.height; y++)
            for (int x = 0; x < in.width; x++) a[y * in.width + x] = in.scale + in.data[y * in.width + x];
    }
    static void path(float[] a, Image in) {
        for (int i = 0; i < a.length; i++) a[i] = in.other.lens.f * in.other.lens.shift() + i;
    }
    static void helper(float[] a, Image in) {
        for (int y = 0; y < in.height; y++)
            for (int x = 0; x < in.width; x++) a[y * in.width + x] = in.at(x, y) * in.size();
    }
    static void stores(Image to, float[] from) {
        for (int i = 0; i < from.length; i++) to.data[i] = from[i] + 1;
    }
    static void both(Image to, Image from, float[] a) {
        for (int i = 1; i < a.length; i++) to.data[i] = from.data[i - 1] + a[i];
    }
    static void local(float[] a, Image in) {
        Image q = in.other;
        for (int i = 0; i < q.height; i++) a[i] = q.scale + q.width;
    }
    static void fromStatic(float[] a) {
        for (int i = 0; i < shared.height; i++) a[i] = shared.width;
    }
    static long sum(int[] a, Image in) {
        long s = 0;
        for (int i = 0; i < a.length; i++) s += a[i] * in.width;
        return s;
    }
    static void perhaps(float[] a, Image in) {
        for (int i = 0; i < a.length; i++) a[i] = in == null ? -1 : in.height;
    }
    static void late(float[] a, Image in) {
        for (int i = 0; i < a.length; i++) a[i] = i < 2 ? i : in.height;
    }
    void self(float[] a) {
        for (int i = 0; i < width; i++) a[i] = gain * i + this.image.lens.rings + own[i];
    }
    void selfStores(float[] a) {
        for (int i = 0; i < a.length; i++) image.data[i] = own[i] + a[i];
    }
    static void changed(float[] a, Image[] all, Image in) {
        for (int i = 0; i < all.length; i++) {
            for (int k = 0; k < 3; k++) all[i].height += in.height;
            a[i] = all[i].height;
        }
    }

    static void say(String what, float[] a) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * (i % 7 + 1);
        System.out.println(what + " " + sum + (a.length <= 12 ? " " + Arrays.toString(a) : ""));
    }
    static void tried(String what, Runnable r) {
        try { r.run(); System.out.println(what + " ok"); }
        catch (RuntimeException e) { System.out.println(what + " " + e.getClass().getName()); }
    }

    public static void main(String[] args) {
        for (int n : new int[] {1, 3, 120}) {
            Image in = new Image(n, 2 * n);
            float[] a = new float[2 * n * n];
            bounds(a, in);
            say("bounds", a);
            nest(a, in);
            say("nest", a);
            tried("no other", () -> path(a, in));
            in.other = new Image(8, 2);
            tried("no lens", () -> path(a, in));
            in.other.lens = new Lens();
            path(a, in);
            say("path", a);
            helper(a, in);
            say("helper", a);
            stores(in, a);
            say("stores", in.data);
            both(in, in.other, new float[2]);
            say("both", in.data);
            both(in, in, a);
            say("one", in.data);
            local(a, in);
            say("local", a);
            int[] w = new int[n * 50];
            Arrays.fill(w, 3);
            System.out.println("sum " + sum(w, in));
        }
        float[] a = new float[10];
        fromStatic(a);
        say("static", a);
        perhaps(a, null);
        say("perhaps", a);
        perhaps(a, shared);
        say("perhaps", a);
        tried("bound of null", () -> bounds(a, null));
        tried("empty of null", () -> path(new float[0], null));
        tried("late", () -> late(a, null));
        say("late", a);
        tried("late, short", () -> late(new float[2], null));
        Image empty = new Image(3, 3);
        empty.data = null;
        tried("no data", () -> nest(a, empty));
        tried("no data", () -> stores(empty, new float[0]));
        OutsideObjects o = new OutsideObjects();
        tried("no lens", () -> o.self(a));
        o.image.lens = new Lens();
        for (int i = 0; i < 40; i++) o.own[i] = i;
        o.self(a);
        say("self", a);
        o.selfStores(a);
        say("selfStores", o.image.data);
        Image[] all = {new Image(1, 1), new Image(2, 2), new Image(3, 3)};
        changed(a, all, all[1]);
        say("changed", a);
    }
}
