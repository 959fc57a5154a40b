package somd;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** What erased programs call: copies of arrays, contents compared, and reductions. */
public final class Support {
    private Support() { }

    // ---- arrays

    /** A copy of an array and of the arrays in it; {@code bounds} are the lengths that its type tells, -1 for those it leaves open. */
    public static <T> T copy(T array, int... bounds) {
        @SuppressWarnings("unchecked")
        T result = (T) copy(array, 0, bounds);
        return result;
    }

    private static Object copy(Object array, int depth, int[] bounds) {
        if (depth < bounds.length && bounds[depth] >= 0) {
            int length = java.lang.reflect.Array.getLength(array);
            if (length != bounds[depth]) {
                throw new LengthMismatch("an array of length " + length + " where the type says " + bounds[depth]);
            }
        }
        if (array instanceof boolean[]) return ((boolean[]) array).clone();
        if (array instanceof byte[]) return ((byte[]) array).clone();
        if (array instanceof short[]) return ((short[]) array).clone();
        if (array instanceof char[]) return ((char[]) array).clone();
        if (array instanceof int[]) return ((int[]) array).clone();
        if (array instanceof long[]) return ((long[]) array).clone();
        if (array instanceof float[]) return ((float[]) array).clone();
        if (array instanceof double[]) return ((double[]) array).clone();
        Object[] result = ((Object[]) array).clone();
        if (result.getClass().getComponentType().isArray()) {
            for (int i = 0; i < result.length; i++) {
                if (result[i] != null) result[i] = copy(result[i], depth + 1, bounds);
            }
        }
        return result;
    }

    /** The array, whose length, and those of the arrays in it, are what its type claims; -1 where that leaves them open. */
    public static <T> T claim(T array, int... bounds) {
        String wrong = unbound(array, 0, bounds);
        if (wrong != null) throw new ClassCastException(wrong);
        return array;
    }

    /** Whether a length is what the type claims, and those of the arrays in it are. */
    public static boolean bounded(Object array, int... bounds) { return unbound(array, 0, bounds) == null; }

    private static String unbound(Object array, int depth, int[] bounds) {
        if (array == null || depth == bounds.length) return null;
        int length = java.lang.reflect.Array.getLength(array);
        if (bounds[depth] >= 0 && length != bounds[depth]) {
            return "an array of length " + length + " where the type says " + bounds[depth];
        }
        if (!array.getClass().getComponentType().isArray()) return null;
        for (Object row : (Object[]) array) {
            String wrong = unbound(row, depth + 1, bounds);
            if (wrong != null) return wrong;
        }
        return null;
    }

    /** As {@link #copy}, for a value array, which is rectangular. */
    public static <T> T freeze(T array, int... bounds) {
        return ofOneShape(copy(array, bounds));
    }

    /** The array, whose rows have one length. */
    public static <T> T ofOneShape(T array) {
        check(array, 0, new java.util.ArrayList<>());
        return array;
    }

    private static void check(Object array, int depth, java.util.List<Integer> lengths) {
        int length = java.lang.reflect.Array.getLength(array);
        if (depth == lengths.size()) lengths.add(length);
        if (lengths.get(depth) != length) {
            throw new LengthMismatch("rows of lengths " + lengths.get(depth) + " and " + length + " in one value array");
        }
        if (!array.getClass().getComponentType().isArray()) return;
        for (Object row : (Object[]) array) {
            if (row == null) throw new NullPointerException("Cannot read the array length");
            check(row, depth + 1, lengths);
        }
    }

    /** Every element of a new array, and of the arrays in it, becomes {@code zero}. */
    public static <T> T fill(T array, Object zero) {
        Object[] elements = (Object[]) array;
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] == null) elements[i] = zero;
            else fill(elements[i], zero);
        }
        return array;
    }

    /** The array, with a value wherever nothing has been stored, if its elements are of the class of one of {@code zeros}. */
    @SafeVarargs
    @SuppressWarnings("unchecked")
    public static <T> T[] zeros(T[] array, Object... zeros) {
        for (Object zero : zeros) {
            if (zero.getClass() == array.getClass().getComponentType()) {
                for (int i = 0; i < array.length; i++) {
                    if (array[i] == null) array[i] = (T) zero;
                }
            }
        }
        return array;
    }

    /** Whether two value arrays, or the values in them, have the same contents. */
    public static boolean same(Object a, Object b) {
        if (a == b) return true;
        if (a == null || b == null) return false;
        if (a instanceof boolean[]) {
            boolean[] x = (boolean[]) a, y = (boolean[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof byte[]) {
            byte[] x = (byte[]) a, y = (byte[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof short[]) {
            short[] x = (short[]) a, y = (short[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof char[]) {
            char[] x = (char[]) a, y = (char[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof int[]) {
            int[] x = (int[]) a, y = (int[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof long[]) {
            long[] x = (long[]) a, y = (long[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof float[]) {
            float[] x = (float[]) a, y = (float[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof double[]) {
            double[] x = (double[]) a, y = (double[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (x[i] != y[i]) return false;
            return true;
        }
        if (a instanceof Object[]) {
            Object[] x = (Object[]) a, y = (Object[]) b;
            if (x.length != y.length) return false;
            for (int i = 0; i < x.length; i++) if (!same(x[i], y[i])) return false;
            return true;
        }
        return a.equals(b);
    }

    /** A value array's contents: {@code [1, 2]}. */
    public static String text(Object value) {
        String text = java.util.Arrays.deepToString(new Object[] {value});
        return text.substring(1, text.length() - 1);
    }

    /** A hash of a value array's contents. */
    public static int hash(Object value) {
        Object[] one = {value};
        return java.util.Arrays.deepHashCode(one) - 31;
    }

    /** Whether all rows of an array of arrays, and theirs, are there and have one length. */
    public static boolean rectangular(Object array) {
        return array == null || fits(array, 0, new int[] {-1, -1, -1});
    }

    private static boolean fits(Object array, int depth, int[] sizes) {
        if (array == null) return false;
        int length = java.lang.reflect.Array.getLength(array);
        if (sizes[depth] < 0) sizes[depth] = length;
        if (sizes[depth] != length) return false;
        if (array instanceof Object[] rows && rows.getClass().getComponentType().isArray()) {
            for (Object row : rows) if (!fits(row, depth + 1, sizes)) return false;
        }
        return true;
    }

    /** The length of a rectangular array's second dimension. */
    public static int columns(Object array) { return length(array, 1); }

    /** The length of a rectangular array's third dimension. */
    public static int depth(Object array) { return length(array, 2); }

    private static int length(Object array, int dimension) {
        Object at = array;
        for (int i = 0; i < dimension; i++) {
            if (((Object[]) at).length == 0) return 0;
            at = ((Object[]) at)[0];
        }
        return java.lang.reflect.Array.getLength(at);
    }

    /** The number of iterations from 0 to {@code hi}. */
    public static long extent(long hi) { return Math.max(0, hi); }

    public static long extent(long lo, long hi) { return lo < hi ? hi - lo : 0; }

    /** {@code length}, which must be the other. */
    public static int sameLength(int length, int other) {
        if (length != other) throw new LengthMismatch("lengths " + length + " and " + other + " differ");
        return length;
    }

    public static int[] ints(byte[] a) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = a[i];
        return r;
    }

    public static int[] ints(short[] a) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = a[i];
        return r;
    }

    public static int[] ints(char[] a) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = a[i];
        return r;
    }

    // ---- reductions by operators

    public static int sum(int[] a) {
        int r = 0;
        for (int x : a) r = r + x;
        return r;
    }

    public static int difference(int[] a) {
        int r = 0;
        for (int x : a) r = r - x;
        return r;
    }

    public static int product(int[] a) {
        int r = 1;
        for (int x : a) r = r * x;
        return r;
    }

    public static int and(int[] a) {
        int r = -1;
        for (int x : a) r = r & x;
        return r;
    }

    public static int or(int[] a) {
        int r = 0;
        for (int x : a) r = r | x;
        return r;
    }

    public static int xor(int[] a) {
        int r = 0;
        for (int x : a) r = r ^ x;
        return r;
    }

    public static long sum(long[] a) {
        long r = 0;
        for (long x : a) r = r + x;
        return r;
    }

    public static long difference(long[] a) {
        long r = 0;
        for (long x : a) r = r - x;
        return r;
    }

    public static long product(long[] a) {
        long r = 1;
        for (long x : a) r = r * x;
        return r;
    }

    public static long and(long[] a) {
        long r = -1;
        for (long x : a) r = r & x;
        return r;
    }

    public static long or(long[] a) {
        long r = 0;
        for (long x : a) r = r | x;
        return r;
    }

    public static long xor(long[] a) {
        long r = 0;
        for (long x : a) r = r ^ x;
        return r;
    }

    public static boolean and(boolean[] a) {
        boolean r = true;
        for (boolean x : a) r = r & x;
        return r;
    }

    public static boolean or(boolean[] a) {
        boolean r = false;
        for (boolean x : a) r = r | x;
        return r;
    }

    public static boolean xor(boolean[] a) {
        boolean r = false;
        for (boolean x : a) r = r ^ x;
        return r;
    }

    public static float sum(float[] a) {
        FloatLanes lanes = FloatLanes.sum(a.length);
        for (float x : a) lanes.put(lanes.take() + x);
        return lanes.finish(0.0f);
    }

    public static float difference(float[] a) {
        FloatLanes lanes = FloatLanes.sum(a.length);
        for (float x : a) lanes.put(lanes.take() - x);
        return lanes.finish(0.0f);
    }

    public static float product(float[] a) {
        FloatLanes lanes = FloatLanes.product(a.length);
        for (float x : a) lanes.put(lanes.take() * x);
        return lanes.finish(1);
    }

    public static double sum(double[] a) {
        DoubleLanes lanes = DoubleLanes.sum(a.length);
        for (double x : a) lanes.put(lanes.take() + x);
        return lanes.finish(0.0);
    }

    public static double difference(double[] a) {
        DoubleLanes lanes = DoubleLanes.sum(a.length);
        for (double x : a) lanes.put(lanes.take() - x);
        return lanes.finish(0.0);
    }

    public static double product(double[] a) {
        DoubleLanes lanes = DoubleLanes.product(a.length);
        for (double x : a) lanes.put(lanes.take() * x);
        return lanes.finish(1);
    }

    public static int min(int[] a) { return min(a, Integer.MAX_VALUE); }

    public static int min(int[] a, int initial) {
        int r = Integer.MAX_VALUE;
        for (int x : a) r = Math.min(r, x);
        return Math.min(initial, r);
    }

    public static int max(int[] a) { return max(a, Integer.MIN_VALUE); }

    public static int max(int[] a, int initial) {
        int r = Integer.MIN_VALUE;
        for (int x : a) r = Math.max(r, x);
        return Math.max(initial, r);
    }

    public static long min(long[] a) { return min(a, Long.MAX_VALUE); }

    public static long min(long[] a, long initial) {
        long r = Long.MAX_VALUE;
        for (long x : a) r = Math.min(r, x);
        return Math.min(initial, r);
    }

    public static long max(long[] a) { return max(a, Long.MIN_VALUE); }

    public static long max(long[] a, long initial) {
        long r = Long.MIN_VALUE;
        for (long x : a) r = Math.max(r, x);
        return Math.max(initial, r);
    }

    public static float min(float[] a) { return min(a, Float.POSITIVE_INFINITY); }

    public static float min(float[] a, float initial) {
        float r = Float.POSITIVE_INFINITY;
        for (float x : a) r = Math.min(r, x);
        return Math.min(initial, r);
    }

    public static float max(float[] a) { return max(a, Float.NEGATIVE_INFINITY); }

    public static float max(float[] a, float initial) {
        float r = Float.NEGATIVE_INFINITY;
        for (float x : a) r = Math.max(r, x);
        return Math.max(initial, r);
    }

    public static double min(double[] a) { return min(a, Double.POSITIVE_INFINITY); }

    public static double min(double[] a, double initial) {
        double r = Double.POSITIVE_INFINITY;
        for (double x : a) r = Math.min(r, x);
        return Math.min(initial, r);
    }

    public static double max(double[] a) { return max(a, Double.NEGATIVE_INFINITY); }

    public static double max(double[] a, double initial) {
        double r = Double.NEGATIVE_INFINITY;
        for (double x : a) r = Math.max(r, x);
        return Math.max(initial, r);
    }

    // ---- reductions that begin with a value

    public static int sum(int[] a, int initial) { return initial + sum(a); }

    public static int product(int[] a, int initial) { return initial * product(a); }

    public static long sum(long[] a, long initial) { return initial + sum(a); }

    public static long product(long[] a, long initial) { return initial * product(a); }

    public static float sum(float[] a, float initial) { return initial + sum(a); }

    public static float product(float[] a, float initial) { return initial * product(a); }

    public static double sum(double[] a, double initial) { return initial + sum(a); }

    public static double product(double[] a, double initial) { return initial * product(a); }

    public static int and(int[] a, int initial) { return initial & and(a); }

    public static int or(int[] a, int initial) { return initial | or(a); }

    public static int xor(int[] a, int initial) { return initial ^ xor(a); }

    public static long and(long[] a, long initial) { return initial & and(a); }

    public static long or(long[] a, long initial) { return initial | or(a); }

    public static long xor(long[] a, long initial) { return initial ^ xor(a); }

    public static boolean and(boolean[] a, boolean initial) { return initial & and(a); }

    public static boolean or(boolean[] a, boolean initial) { return initial | or(a); }

    public static boolean xor(boolean[] a, boolean initial) { return initial ^ xor(a); }

    // ---- reductions that have no value for nothing

    public static int[] some(int[] a) {
        if (a.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        return a;
    }

    public static long[] some(long[] a) {
        if (a.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        return a;
    }

    public static float[] some(float[] a) {
        if (a.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        return a;
    }

    public static double[] some(double[] a) {
        if (a.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        return a;
    }

    public static boolean[] some(boolean[] a) {
        if (a.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        return a;
    }

    // ---- reductions by methods: in order, in the fixed shape of 64 consecutive elements a lane and a tree of 256 lanes

    /** A method of two {@code float}s. */
    public interface FloatOperator { float apply(float a, float b); }

    /** A method of two {@code boolean}s. */
    public interface BooleanOperator { boolean apply(boolean a, boolean b); }

    /** A method of two {@code byte}s. */
    public interface ByteOperator { byte apply(byte a, byte b); }

    /** A method of two {@code short}s. */
    public interface ShortOperator { short apply(short a, short b); }

    /** A method of two {@code char}s. */
    public interface CharOperator { char apply(char a, char b); }

    public static <T> T fold(T[] values, BinaryOperator<T> f) {
        if (values.length == 0) throw new EmptyReduction("a reduction without an identity has no elements");
        T[] at = values.clone();
        int count = at.length;
        while (count > 32) {
            int lanes = 0;
            for (int from = 0; from < count; from += 64) {
                at[lanes++] = inOrder(at, from, Math.min(count, from + 64), f);
            }
            count = 0;
            for (int from = 0; from < lanes; from += 256) {
                int to = Math.min(lanes, from + 256);
                for (int distance = 1; distance < to - from; distance *= 2) {
                    for (int lane = from; lane + distance < to; lane += 2 * distance) {
                        at[lane] = f.apply(at[lane], at[lane + distance]);
                    }
                }
                at[count++] = at[from];
            }
            if (count == 1) return at[0];
        }
        return inOrder(at, 0, count, f);
    }

    private static <T> T inOrder(T[] values, int from, int to, BinaryOperator<T> f) {
        T r = values[from];
        for (int i = from + 1; i < to; i++) r = f.apply(r, values[i]);
        return r;
    }

    public static <T> T fold(T[] values, T initial, BinaryOperator<T> f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    public static int fold(int[] values, IntBinaryOperator f) {
        Integer[] boxed = new Integer[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Integer>) (a, b) -> f.applyAsInt(a, b));
    }

    public static int fold(int[] values, int initial, IntBinaryOperator f) {
        return values.length == 0 ? initial : f.applyAsInt(initial, fold(values, f));
    }

    public static long fold(long[] values, LongBinaryOperator f) {
        Long[] boxed = new Long[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Long>) (a, b) -> f.applyAsLong(a, b));
    }

    public static long fold(long[] values, long initial, LongBinaryOperator f) {
        return values.length == 0 ? initial : f.applyAsLong(initial, fold(values, f));
    }

    public static double fold(double[] values, DoubleBinaryOperator f) {
        Double[] boxed = new Double[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Double>) (a, b) -> f.applyAsDouble(a, b));
    }

    public static double fold(double[] values, double initial, DoubleBinaryOperator f) {
        return values.length == 0 ? initial : f.applyAsDouble(initial, fold(values, f));
    }

    public static float fold(float[] values, FloatOperator f) {
        Float[] boxed = new Float[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Float>) (a, b) -> f.apply(a, b));
    }

    public static float fold(float[] values, float initial, FloatOperator f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    public static boolean fold(boolean[] values, BooleanOperator f) {
        Boolean[] boxed = new Boolean[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Boolean>) (a, b) -> f.apply(a, b));
    }

    public static boolean fold(boolean[] values, boolean initial, BooleanOperator f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    public static byte fold(byte[] values, ByteOperator f) {
        Byte[] boxed = new Byte[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Byte>) (a, b) -> f.apply(a, b));
    }

    public static byte fold(byte[] values, byte initial, ByteOperator f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    public static short fold(short[] values, ShortOperator f) {
        Short[] boxed = new Short[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Short>) (a, b) -> f.apply(a, b));
    }

    public static short fold(short[] values, short initial, ShortOperator f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    public static char fold(char[] values, CharOperator f) {
        Character[] boxed = new Character[values.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = values[i];
        return fold(boxed, (BinaryOperator<Character>) (a, b) -> f.apply(a, b));
    }

    public static char fold(char[] values, char initial, CharOperator f) {
        return values.length == 0 ? initial : f.apply(initial, fold(values, f));
    }

    // ---- numbers where a type parameter stands for their boxes

    public static Boolean[] boxedBooleans(boolean[] a) {
        Boolean[] all = new Boolean[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static boolean[] unboxedBooleans(Object[] a) {
        boolean[] all = new boolean[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Boolean) a[i];
        return all;
    }

    public static Byte[] boxedBytes(byte[] a) {
        Byte[] all = new Byte[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static byte[] unboxedBytes(Object[] a) {
        byte[] all = new byte[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Byte) a[i];
        return all;
    }

    public static Short[] boxedShorts(short[] a) {
        Short[] all = new Short[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static short[] unboxedShorts(Object[] a) {
        short[] all = new short[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Short) a[i];
        return all;
    }

    public static Character[] boxedChars(char[] a) {
        Character[] all = new Character[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static char[] unboxedChars(Object[] a) {
        char[] all = new char[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Character) a[i];
        return all;
    }

    public static Integer[] boxedInts(int[] a) {
        Integer[] all = new Integer[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static int[] unboxedInts(Object[] a) {
        int[] all = new int[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Integer) a[i];
        return all;
    }

    public static Long[] boxedLongs(long[] a) {
        Long[] all = new Long[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static long[] unboxedLongs(Object[] a) {
        long[] all = new long[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Long) a[i];
        return all;
    }

    public static Float[] boxedFloats(float[] a) {
        Float[] all = new Float[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static float[] unboxedFloats(Object[] a) {
        float[] all = new float[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Float) a[i];
        return all;
    }

    public static Double[] boxedDoubles(double[] a) {
        Double[] all = new Double[a.length];
        for (int i = 0; i < a.length; i++) all[i] = a[i];
        return all;
    }

    public static double[] unboxedDoubles(Object[] a) {
        double[] all = new double[a.length];
        for (int i = 0; i < a.length; i++) all[i] = (Double) a[i];
        return all;
    }
}
