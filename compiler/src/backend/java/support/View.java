package somd;

/** What an iteration may see of a distributed array with a view. */
public final class View {
    private View() {}

    /** How far from an iteration's own element one is that it reads, which must be inside the view. */
    public static int within(int distance, String array, int dimension, int before, int after) {
        if (distance < -before || distance > after) {
            throw new PartitionException("the view of " + array + " reaches from -" + before + " to " + after + " in dimension "
                + dimension + ", and the element " + distance + " from the own one is read");
        }
        return distance;
    }
}
