package somd;

/** Three values as one: compared and shown by their contents, those of arrays too. */
public record Tuple3<A, B, C>(A _1, B _2, C _3) {
    /** {@code a == b}: the same contents. */
    public static boolean sameValue(Tuple3<?, ?, ?> a, Tuple3<?, ?, ?> b) {
        return a == b || Support.same(a._1, b._1) && Support.same(a._2, b._2) && Support.same(a._3, b._3);
    }

    /** What variables hold at first. */
    public static Tuple3<?, ?, ?> zeroValue() {
        return new Tuple3<>(null, null, null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple3<?, ?, ?> that && sameValue(this, that);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Support.hash(_1) + Support.hash(_2)) + Support.hash(_3);
    }

    @Override
    public String toString() {
        return "Tuple3[_1=" + Support.text(_1) + ", _2=" + Support.text(_2) + ", _3=" + Support.text(_3) + "]";
    }
}
