package somd;

/** What an iteration may see of a distributed array with a view. */
public final class View {
    private View() {}

    /** How far from an iteration's own element one is that it reads, which must be inside the view. */
    public static int within(int distance, String array, int dimension, int before, int after) {
        if (distance < -before || distance > after) {
            throw new PartitionException("the element " + distance + " from the own one in dimension " + dimension
                + " is read, and the view of " + array + " has " + before + " before and " + after + " behind there");
        }
        return distance;
    }
}
