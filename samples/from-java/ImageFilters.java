/** The hot class of an application: filters of grey images. The application calls the same methods whether this class is Java or native. */
public class ImageFilters {
    /**
     * Blurs an image: each pixel becomes the mean of those around it, as far as there are any.
     *
     * @param pixels from 0 to 255, row by row
     * @param width of a row
     * @param radius how far around
     * @return the pixels of the blurred image
     * @throws IllegalArgumentException where the pixels are no whole rows
     */
    public static int[] blur(int[] pixels, int width, int radius) {
        if (width <= 0 || pixels.length % width != 0)
            throw new IllegalArgumentException(pixels.length + " pixels are no rows of " + width);
        int height = pixels.length / width;
        int[] out = new int[pixels.length];
        java.util.stream.IntStream.range(0, pixels.length).parallel().forEach(i -> {
            int row = i / width;
            int column = i % width;
            int sum = 0;
            int n = 0;
            for (int r = Math.max(0, row - radius); r <= Math.min(height - 1, row + radius); r++)
                for (int c = Math.max(0, column - radius); c <= Math.min(width - 1, column + radius); c++) {
                    sum += pixels[r * width + c];
                    n++;
                }
            out[i] = sum / n;
        });
        return out;
    }

    /**
     * Makes what is darker than a level black, and the rest white, in place.
     *
     * @param pixels from 0 to 255
     * @param level the first that is white
     */
    public static void threshold(int[] pixels, int level) {
        for (int i = 0; i < pixels.length; i++) pixels[i] = pixels[i] < level ? 0 : 255;
    }
}
