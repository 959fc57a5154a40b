import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What methods look up and others only look at: in fields, elements, chains, lists; and what happens when it is replaced meanwhile. */
public class LookedUp {
    static class Body {
        double x, mass;
        Body next;
        Body[] parts = new Body[3];
        String name;

        Body(String name, double x, double mass) {
            this.name = name;
            this.x = x;
            this.mass = mass;
        }

        Body part(int i) {
            return parts[(i + 1) % 3];
        }

        Body nextPart(int i) {
            return part(i + 1);
        }

        Body deep(int i) {
            return next.part(i).nextPart(i);
        }

        Body heavier(Body than) {
            return next.mass > than.mass ? next : null;
        }

        Body find(String wanted) {
            Body at = next;
            while (at != null && !at.name.equals(wanted)) at = at.next;
            return at;
        }

        Body self() {
            Body me = this;
            return me;
        }

        Body last() {
            Body at = this;
            while (at.next != null) at = at.next;
            return at;
        }

        Body checked(int i) {
            if (i < 0) throw new IllegalArgumentException("part " + i);
            Body p = parts[i];
            return p;
        }

        Body unlink() {
            Body old = next;
            next = old.next;
            return old;
        }

        void pull(Body by, double how) {
            x += (by.x - x) * how;
        }
    }

    static class Star extends Body {
        Star(String name) {
            super(name, 100, 200);
        }
    }

    static class System3 {
        final Star[] stars = {new Star("sun"), new Star("dwarf")};

        Star star(int i) {
            return stars[i];
        }

        final List<Body> bodies = new ArrayList<>();
        Map<String, Body> named = new HashMap<>();
        int at;

        Body current() {
            return bodies.get(at);
        }

        Body advance() {
            return bodies.get(at++);
        }

        Body named(String name) {
            return named.get(name);
        }

        double energy() {
            double e = 0;
            for (int i = 0; i < bodies.size(); i++) {
                Body a = bodies.get(i);
                e += a.mass * a.x;
                for (int j = i + 1; j < bodies.size(); j++) {
                    Body b = bodies.get(j);
                    e -= bodies.get(i).mass * b.mass / (bodies.get(i).x - bodies.get(j).x);
                }
            }
            for (Body b : bodies) e += b.mass;
            return e;
        }
    }

    static class Holder {
        static Body first = new Body("first", 10, 20);
        static Body[] all = {first, new Body("second", 30, 40)};
    }

    /** Its initialiser takes away what others look at. */
    static class Thief {
        static final double SHARE;

        static {
            SHARE = Holder.first.mass / 40;
            Holder.first = null;
            Holder.all[0] = null;
            Holder.all = null;
        }

        static double share() {
            return SHARE;
        }
    }

    static Body search(Body from, String name) {
        Body at = from;
        while (at != null && !at.name.equals(name)) at = at.next;
        return at;
    }

    static Body heaviest(Body a, Body b) {
        return a.mass > b.mass ? a : b;
    }

    static Body after(Body of, int steps) {
        return steps == 0 ? of : after(of.next, steps - 1);
    }

    static Body either(Body a, Body b, boolean next) {
        Body it = heaviest(a, b);
        if (!next) return it;
        return it.next;
    }

    static Body none(String name) {
        return null;
    }

    static Body second() {
        return Holder.all[1];
    }

    static Body numbered(String name) {
        for (int i = 0; i < Holder.all.length; i++) {
            if (Holder.all[i].name.equals(name)) return Holder.all[i];
        }
        return null;
    }

    static int index = 0;

    static int step() {
        return index++;
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what);
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Body a = new Body("a", 1, 2), b = new Body("b", 2, 3), c = new Body("c", 4, 5);
        a.next = b;
        b.next = c;
        for (int i = 0; i < 3; i++) {
            a.parts[i] = i == 0 ? b : c;
            b.parts[i] = i == 1 ? a : c;
            c.parts[i] = i == 2 ? a : b;
        }
        System.out.println(a.part(0).name + a.part(1).x + a.nextPart(1).mass + a.deep(0).name + a.deep(1).name);
        System.out.println(a.heavier(a).name + (b.heavier(c) == null) + a.find("c").mass + (a.find("z") == null));
        System.out.println(a.self().name + a.last().name + (a.self() == a) + (a.part(2) == b) + c.last().name);
        attempt("checked", () -> a.checked(0).pull(b.checked(1), a.checked(2).mass));
        attempt("negative", () -> a.checked(-1).pull(b, 1));
        attempt("outside", () -> a.checked(3).pull(b, 1));
        attempt("no next", () -> c.heavier(a).pull(b, 1));
        attempt("none found", () -> a.find("y").pull(b, 1));
        // The result is replaced while it is used.
        Body was = a.find("b");
        a.unlink().pull(was, 0.5);
        System.out.println(a.next.name + was.name + was.x + a.find("c").name);
        a.parts[0] = null;
        attempt("part lost", () -> a.part(2).pull(b, 1));
        a.part(0).parts[1] = a.part(1).parts[2] = new Body("new", 7, 7);
        System.out.println(a.part(0).parts[1].name + c.part(1).name + c.part(0).name);

        System.out.println(search(b, "c").name + heaviest(b, c).name + after(b, 1).name + either(a, b, false).name);
        System.out.println(search(a.next, "c").mass + heaviest(a.next, b.next).x + " " + (either(b, a, true) == c));
        attempt("nothing after", () -> after(c, 1).pull(b, 1));
        attempt("nobody heavier", () -> heaviest(c, null).pull(b, 1));
        heaviest(a.next, c).next = search(a, "none");
        System.out.println((a.next.next == null) + " " + (c.next == null) + heaviest(new Body("x", 1, 1), a).name);
        a.next = b;
        b.next = c;
        Body hit = numbered("sec" + "ond".trim());
        System.out.println(hit.name + second().x + (none(hit.name + second().name) == null) + (numbered("third") == null));
        Holder.first.pull(Holder.all[1], Thief.share());
        System.out.println((Holder.first == null) + " " + (Holder.all == null) + " " + Thief.SHARE);

        System3 s = new System3();
        s.bodies.add(a);
        s.bodies.add(b);
        s.bodies.add(c);
        for (Body o : s.bodies) s.named.put(o.name, o);
        System.out.println(s.energy());
        Body sun = s.star(0), dwarf = s.star(1);
        System.out.println(sun.name + dwarf.x);
        System.out.println(s.current().name + s.advance().name + s.advance().name + s.current().name + s.at);
        s.at = 0;
        s.advance().pull(s.advance(), 0.25);
        System.out.println(a.x + " " + b.x + " " + s.at);
        s.current().x = s.bodies.get(step()).x + s.bodies.get(step()).x;
        System.out.println(c.x + s.named("a").x + " " + index);
        attempt("beyond", () -> s.bodies.get(3).pull(a, 1));
        attempt("not there", () -> s.named("nobody").pull(a, 1));
        // A list that loses what was found in it.
        Body first = s.bodies.get(0);
        s.bodies.set(0, null);
        s.bodies.remove(1);
        System.out.println(first.name + first.mass + s.bodies.size() + s.bodies.get(1).name);
        s.bodies.get(1).pull(s.bodies.remove(1), 1);
        System.out.println(s.bodies.size() + " " + c.x);

        List<Body> local = new ArrayList<>();
        for (int i = 0; i < 5; i++) local.add(new Body("l" + i, i, i * i));
        double sum = 0;
        for (Body l : local) sum += l.x * l.mass;
        for (int i = 0; i < local.size(); i++) sum += local.get(i).mass - local.get(local.size() - 1 - i).x;
        System.out.println(sum);
    }
}
