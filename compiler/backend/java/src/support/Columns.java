package somd;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/** What is asked of arrays of rows, of strings and of objects before a loop over them, and how they are laid out for it. */
public final class Columns {
    private Columns() { }

    /** Whether there is an array, without a null in it, and, if they are to be, no two elements are the same object. */
    public static boolean apart(Object[] objects, boolean distinct) {
        if (objects == null) return false;
        Set<Object> seen = identities();
        for (Object o : objects) if (o == null || !seen.add(o) && distinct) return false;
        return true;
    }

    private static Set<Object> identities() { return Collections.newSetFromMap(new IdentityHashMap<>()); }

    /** Whether all rows of an array of arrays, and theirs, have one length, and, if they are to be, no two are the same. */
    public static boolean rectangular(Object array, boolean distinct) {
        return Support.rectangular(array) && (!distinct || leaves(array, identities()::add));
    }

    /** Whether all rows of an array have the length {@code rows}, and theirs the length {@code columns}, where these are not negative. */
    public static boolean bounded(Object array, int rows, int columns) { return Support.bounded(array, -1, rows, columns); }

    /** Whether there are rows, and, if they are to be, no two are the same; and no more elements than an array can have. */
    public static boolean rows(Object array, boolean distinct) {
        return array instanceof Object[] rows && apart(rows, distinct) && fit(lengths(array));
    }

    /** Whether no element of the one array, or of its rows, is one of the other. Each may be null. */
    public static boolean separate(Object array, Object other) {
        Set<Object> parts = identities();
        leaves(array, leaf -> parts.add(leaf) || true);
        return leaves(other, leaf -> !parts.contains(leaf));
    }

    /** Whether all arrays of primitives that an array has, or is, pass a test. */
    private static boolean leaves(Object array, Predicate<Object> test) {
        if (!(array instanceof Object[] rows)) return array == null || test.test(array);
        for (Object row : rows) if (!leaves(row, test)) return false;
        return true;
    }

    /** Whether there are strings, with no more characters than an array can have. */
    public static boolean texts(Object array) {
        return array instanceof Object[] texts && apart(texts, false) && fit(textLengths(array));
    }

    private static boolean fit(int[] lengths) {
        long sum = 0;
        for (int n : lengths) sum += n;
        return sum <= Integer.MAX_VALUE;
    }

    public static int[] lengths(Object array) {
        Object[] rows = (Object[]) array;
        int[] lengths = new int[rows.length];
        for (int i = 0; i < rows.length; i++) lengths[i] = Array.getLength(rows[i]);
        return lengths;
    }

    public static int[] textLengths(Object array) {
        Object[] texts = (Object[]) array;
        int[] lengths = new int[texts.length];
        for (int i = 0; i < texts.length; i++) lengths[i] = ((String) texts[i]).length();
        return lengths;
    }

    /** Where each begins of rows that lie one behind the other. */
    public static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length];
        for (int i = 1; i < lengths.length; i++) starts[i] = starts[i - 1] + lengths[i - 1];
        return starts;
    }

    /** The rows one behind the other. */
    public static Object flat(Object array, int[] starts) {
        Object[] rows = (Object[]) array;
        int n = rows.length;
        int length = n == 0 ? 0 : starts[n - 1] + Array.getLength(rows[n - 1]);
        Object flat = Array.newInstance(array.getClass().getComponentType().getComponentType(), length);
        for (int i = 0; i < n; i++) System.arraycopy(rows[i], 0, flat, starts[i], Array.getLength(rows[i]));
        return flat;
    }

    /** The characters of the strings one behind the other. */
    public static char[] characters(Object array) {
        return String.join("", (String[]) array).toCharArray();
    }

    /** Puts what lies one behind the other into the rows. */
    public static void giveBack(Object flat, int[] starts, Object array) {
        Object[] rows = (Object[]) array;
        for (int i = 0; i < rows.length; i++) System.arraycopy(flat, starts[i], rows[i], 0, Array.getLength(rows[i]));
    }
}
