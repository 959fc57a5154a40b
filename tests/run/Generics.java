import java.util.*;
import java.util.function.*;

public class Generics {
    interface Visitor<R> { R visitNum(int n); R visitAdd(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static class Num implements Expr { int n; Num(int n) { this.n = n; } public <R> R accept(Visitor<R> v) { return v.visitNum(n); } }
    static class Add implements Expr { Expr a, b; Add(Expr a, Expr b) { this.a = a; this.b = b; } public <R> R accept(Visitor<R> v) { return v.visitAdd(a, b); } }
    static abstract class Animal<T extends Animal<T>> implements Comparable<T> {
        int size; Animal(int s) { size = s; }
        abstract T self();
        T grow(int by) { size += by; return self(); }
        public int compareTo(T o) { return Integer.compare(size, o.size); }
    }
    static class Dog extends Animal<Dog> { Dog(int s) { super(s); } Dog self() { return this; } Dog bark() { System.out.println("woof " + size); return this; } }
    static class Producer { Object get() { return "object"; } Number num() { return 1; } }
    static class StrProducer extends Producer { @Override String get() { return "string"; } @Override Integer num() { return 42; } }
    interface Source<T> { T next(); default List<T> take(int n) { List<T> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(next()); return l; } }
    static class Counter implements Source<Integer>, Iterable<Integer> {
        private int c; private static int instances; { instances++; }
        public Integer next() { return c++; }
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int i = 0;
                public boolean hasNext() { return i < c; }
                public Integer next() { if (!hasNext()) throw new NoSuchElementException("end " + i); return i++ * 10; }
            };
        }
    }
    static class Stack2<E> {
        private Object[] data = new Object[2]; private int n;
        void push(E e) { if (n == data.length) data = Arrays.copyOf(data, n * 2); data[n++] = e; }
        @SuppressWarnings("unchecked") E pop() { E e = (E) data[--n]; data[n] = null; return e; }
        boolean isEmpty() { return n == 0; }
        <R> Stack2<R> map(Function<? super E, ? extends R> f) { Stack2<R> r = new Stack2<>(); for (int i = 0; i < n; i++) { @SuppressWarnings("unchecked") E e = (E) data[i]; r.push(f.apply(e)); } return r; }
    }
    static class Outer {
        int x = 1; static int made;
        class In { int x = 2; class In2 { int x = 3; String all() { return x + "," + this.x + "," + In.this.x + "," + Outer.this.x; } } }
        In.In2 make() { return new In().new In2(); }
        Supplier<Integer> sup() { return () -> this.x + x++; }
        Runnable anon(int p) { int q = p * 2; return new Runnable() { int x = 7; public void run() { System.out.println(x + " " + Outer.this.x + " " + p + " " + q); } }; }
    }
    static class A { int f = 1; static String s() { return "A.s"; } String n() { return "A.n" + f; } String call() { return n() + s(); } private String p() { return "A.p"; } String cp() { return p(); } }
    static class B extends A { int f = 2; static String s() { return "B.s"; } @Override String n() { return "B.n" + f + super.f + super.n(); } private String p() { return "B.p"; } }
    static <T> void swap(T[] a, int i, int j) { T t = a[i]; a[i] = a[j]; a[j] = t; }
    @SafeVarargs static <T> List<T> listOf(T... xs) { return new ArrayList<>(Arrays.asList(xs)); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static Function<Integer, Integer> fact; 
    static <T, R> List<R> map(List<T> l, Function<T, R> f) { List<R> r = new ArrayList<>(); for (T t : l) r.add(f.apply(t)); return r; }
    static double apply(DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }
    static String over(Object o) { return "O"; } static String over(Object... o) { return "V" + (o == null ? "null" : o.length); } static String over(int i) { return "I"; } static String over(Integer i) { return "W"; } static String over(double d) { return "D"; }

    public static void main(String[] args) {
        Expr e = new Add(new Num(3), new Add(new Num(4), new Num(5)));
        int val = e.accept(new Visitor<Integer>() { public Integer visitNum(int n) { return n; } public Integer visitAdd(Expr a, Expr b) { return a.accept(this) + b.accept(this); } });
        String str = e.accept(new Visitor<String>() { public String visitNum(int n) { return "" + n; } public String visitAdd(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; } });
        System.out.println(val + " " + str);
        System.out.println(new Dog(3).grow(2).bark().compareTo(new Dog(9)));
        List<Dog> dogs = listOf(new Dog(5), new Dog(2), new Dog(8)); Collections.sort(dogs); for (Dog d : dogs) System.out.print(d.size + " "); System.out.println(Collections.max(dogs).size);
        Producer p = new StrProducer(); System.out.println(p.get() + " " + p.num() + " " + new StrProducer().get().length());
        Counter c = new Counter(); System.out.println(c.take(4) + " " + Counter.instances); for (int i : c) System.out.print(i + ";"); System.out.println();
        Iterator<Integer> it = c.iterator(); try { while (true) it.next(); } catch (NoSuchElementException x) { System.out.println(x.getMessage()); }
        Stack2<String> st = new Stack2<>(); for (String s : "a bb ccc".split(" ")) st.push(s); Stack2<Integer> lens = st.map(String::length); int sum = 0; while (!lens.isEmpty()) sum += lens.pop(); System.out.println(sum + st.pop());
        Outer o = new Outer(); System.out.println(o.make().all()); Supplier<Integer> sp = o.sup(); System.out.println(sp.get() + " " + sp.get() + " " + o.x); o.anon(5).run();
        A ab = new B(); System.out.println(ab.n() + " " + ab.f + " " + ((B) ab).f + " " + ab.call() + " " + ab.cp() + " " + ab.s());
        String[] sa = {"x", "y", "z"}; swap(sa, 0, 2); System.out.println(String.join("", sa));
        fact = n -> n <= 1 ? 1 : n * fact.apply(n - 1); System.out.println(fact.apply(10) + " " + fib(15));
        System.out.println(map(listOf(1, 2, 3), x -> "n" + x) + " " + apply(Math::sqrt, 16) + " " + apply(x -> x / 3, 1));
        System.out.println(over(1) + over((short) 1) + over(1L) + over(1f) + over('a') + over("s") + over((Object) null) + over() + over(1, 2) + over((Object[]) null) + over(Integer.valueOf(1)));
        IntFunction<int[]> mk = int[]::new; System.out.println(mk.apply(3).length); Function<String, StringBuilder> sbn = StringBuilder::new; System.out.println(sbn.apply("q").append(1));
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder()); System.out.println(mx.apply(3, 4)); UnaryOperator<String> up = String::toUpperCase; System.out.println(up.apply("up"));
        Predicate<String> empty = String::isEmpty; System.out.println(empty.negate().or(s -> s == null).test("")); 
        Map<String, List<Integer>> groups = new TreeMap<>(); for (int i = 0; i < 7; i++) groups.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i); System.out.println(groups);
        Map<Character, Integer> cnt = new HashMap<>(); for (char ch : "hello".toCharArray()) cnt.merge(ch, 1, Integer::sum); System.out.println(cnt); for (Map.Entry<Character, Integer> en : cnt.entrySet()) System.out.print(en.getKey() + "" + en.getValue() + " "); System.out.println();
        record Loc(int a, String b) { Loc { a = a + 1; } static Loc of(int x) { return new Loc(x, "of"); } String both() { return a + b; } } System.out.println(Loc.of(4).both() + new Loc(1, null));
        enum Lv { LO, HI { @Override int w() { return 10; } }; int w() { return 1; } } for (Lv l : Lv.values()) System.out.print(l + "=" + l.w() + " "); System.out.println(Lv.valueOf("HI").ordinal());
        interface Fn3 { int ap(int a, int b, int c); } Fn3 f3 = (a, b, d) -> a * b + d; System.out.println(f3.ap(2, 3, 4));
        long big = Integer.MAX_VALUE; big++; int ov = Integer.MAX_VALUE; ov++; System.out.println(big + " " + ov + " " + (byte) 200 + " " + (int) 'A' + " " + (char) 98 + " " + (5 / 2) + (5 / 2.0) + (char) ('a' + 1) + ('a' + 1));
        Object obj = 5; Number nm = (Number) obj; System.out.println(nm.doubleValue() + " " + (obj instanceof Comparable) + " " + obj.equals(5L) + " " + Objects.equals(null, null) + Objects.hash(1, 2, 3));
        StringBuilder sb = new StringBuilder(); for (String s : new TreeSet<>(Arrays.asList("b", "a", "c"))) sb.append(s).append(','); sb.setLength(sb.length() - 1); System.out.println(sb); Optional<String> op = Optional.of("v"); System.out.println(op.map(s -> s + "!").orElse("none") + Optional.empty().isPresent());
        System.out.printf("%d %5.2f %s %x %c %b %05d %-5s| %,d%n", 1, 3.14159, "s", 255, 'c', true, 42, "ab", 1234567); System.out.println(String.format("%8.3e %10s %+d %o", 12345.678, "r", 5, 8));
    }
}
