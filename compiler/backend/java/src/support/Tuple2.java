package somd;

/** Two values as one: compared and shown by their contents, those of arrays too. */
public record Tuple2<A, B>(A _1, B _2) {
    /** {@code a == b}: the same contents. */
    public static boolean sameValue(Tuple2<?, ?> a, Tuple2<?, ?> b) {
        return a == b || Support.same(a._1, b._1) && Support.same(a._2, b._2);
    }

    /** What variables hold at first. */
    public static Tuple2<?, ?> zeroValue() {
        return new Tuple2<>(null, null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple2<?, ?> that && sameValue(this, that);
    }

    @Override
    public int hashCode() {
        return 31 * Support.hash(_1) + Support.hash(_2);
    }

    @Override
    public String toString() {
        return "Tuple2[_1=" + Support.text(_1) + ", _2=" + Support.text(_2) + "]";
    }
}
