package somd;

/**
 * A function of arrays, put together once of the array functions and applied any number of times.
 *
 * {@code ArrayFunc.map(f).reduce(init, g)} is the function {@code a -> a.map(f).reduce(init, g)}; every method of value arrays can be a
 * step. {@code zip} and {@code allPairs} at the start take their arrays as one tuple, or one after the other: {@code f.apply(x, y)}.
 */
@FunctionalInterface
public interface ArrayFunc<A, B> {
    B apply(A a);

    /** The function that is written as a lambda. */
    static <A, B> ArrayFunc<A, B> of(ArrayFunc<A, B> f) { return f; }

    /** First this, then {@code next}. */
    default <C> ArrayFunc<A, C> andThen(ArrayFunc<B, C> next) { return a -> next.apply(apply(a)); }

    /** Of two arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2> B apply(P1 a1, P2 a2) {
        return apply((A) new Tuple2<P1, P2>(a1, a2));
    }

    /** Of three arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3> B apply(P1 a1, P2 a2, P3 a3) {
        return apply((A) new Tuple3<P1, P2, P3>(a1, a2, a3));
    }

    /** Of four arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3, P4> B apply(P1 a1, P2 a2, P3 a3, P4 a4) {
        return apply((A) new Tuple4<P1, P2, P3, P4>(a1, a2, a3, a4));
    }

    /** Of five arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3, P4, P5> B apply(P1 a1, P2 a2, P3 a3, P4 a4, P5 a5) {
        return apply((A) new Tuple5<P1, P2, P3, P4, P5>(a1, a2, a3, a4, a5));
    }

    /** Of six arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3, P4, P5, P6> B apply(P1 a1, P2 a2, P3 a3, P4 a4, P5 a5, P6 a6) {
        return apply((A) new Tuple6<P1, P2, P3, P4, P5, P6>(a1, a2, a3, a4, a5, a6));
    }

    /** Of seven arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3, P4, P5, P6, P7> B apply(P1 a1, P2 a2, P3 a3, P4 a4, P5 a5, P6 a6, P7 a7) {
        return apply((A) new Tuple7<P1, P2, P3, P4, P5, P6, P7>(a1, a2, a3, a4, a5, a6, a7));
    }

    /** Of eight arrays, where it is a function of such a tuple. */
    @SuppressWarnings("unchecked")
    default <P1, P2, P3, P4, P5, P6, P7, P8> B apply(P1 a1, P2 a2, P3 a3, P4 a4, P5 a5, P6 a6, P7 a7, P8 a8) {
        return apply((A) new Tuple8<P1, P2, P3, P4, P5, P6, P7, P8>(a1, a2, a3, a4, a5, a6, a7, a8));
    }
}
