import java.util.*;
import java.util.function.*;

public class GenericValues {
    record P(int a) { }
    record Q(float f) { }
    static <T> int count(List<T> a, Predicate<T> p) { int n = 0; for (T x : a) if (p.test(x)) n++; return n; }
    static <T> T total(List<T> a, T zero, BinaryOperator<T> f) { T r = zero; for (T x : a) r = f.apply(r, x); return r; }
    static <T, U> int both(List<T> a, List<U> b, BiFunction<T, U, Integer> f) {
        int s = 0;
        for (int i = 0; i < a.size(); i++) s += f.apply(a.get(i), b.get(i));
        return s;
    }
    static <T> T least(List<T> a, ToIntFunction<T> key) {
        List<T> all = new ArrayList<>(a);
        all.sort(Comparator.comparingInt(key));
        return all.get(0);
    }
    static <T> int pairs(List<T> a, BiFunction<T, T, Integer> f) {
        int s = 0;
        for (T x : a) for (T y : a) s += f.apply(x, y);
        return s;
    }
    static <T> int near(List<T> a, ToIntFunction<T> key) {
        int s = 0;
        for (int i = 0; i < a.size(); i++) s += key.applyAsInt(a.get(i)) + key.applyAsInt(a.get(Math.max(0, i - 1)));
        return s;
    }
    public static void main(String[] args) {
        List<P> ps = List.of(new P(1), new P(20), new P(3));
        List<Q> qs = List.of(new Q(1), new Q(2), new Q(3));
        System.out.println(count(ps, p -> p.a() > 10) + " " + count(ps, p -> p.a() < 10) + " " + count(List.of("a", "bb"), s -> s.length() == 1));
        System.out.println(total(ps, new P(0), (x, y) -> new P(x.a() + y.a())) + " " + total(ps, new P(5), (x, y) -> new P(x.a() + y.a())));
        System.out.println(both(ps, qs, (p, q) -> p.a() * (int) q.f()) + " " + both(qs, ps, (q, p) -> p.a() - (int) q.f()));
        System.out.println(ps.get(2) + " " + least(ps, p -> -p.a()) + " " + count(ps, p -> p.a() % 3 == 2));
        System.out.println(new P(ps.get(1).a() + 3) + " " + new P((int) qs.get(2).f() * 2));
        System.out.println(pairs(ps, (x, y) -> x.a() * y.a()) + " " + near(ps, p -> p.a()));
        int sum = 0;
        for (P p : ps) sum += p.a();
        System.out.println(sum + " " + (4 + 1 + 5 + 1));
    }
}
