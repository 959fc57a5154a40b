package somd;

/** Four values as one: compared and shown by their contents, those of arrays too. */
public record Tuple4<A, B, C, D>(A _1, B _2, C _3, D _4) {
    /** {@code a == b}: the same contents. */
    public static boolean sameValue(Tuple4<?, ?, ?, ?> a, Tuple4<?, ?, ?, ?> b) {
        return a == b || Support.same(a._1, b._1) && Support.same(a._2, b._2) && Support.same(a._3, b._3) && Support.same(a._4, b._4);
    }

    /** What variables hold at first. */
    public static Tuple4<?, ?, ?, ?> zeroValue() {
        return new Tuple4<>(null, null, null, null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple4<?, ?, ?, ?> that && sameValue(this, that);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * Support.hash(_1) + Support.hash(_2)) + Support.hash(_3)) + Support.hash(_4);
    }

    @Override
    public String toString() {
        return "Tuple4[_1=" + Support.text(_1) + ", _2=" + Support.text(_2) + ", _3=" + Support.text(_3) + ", _4=" + Support.text(_4) + "]";
    }
}
