import java.util.Arrays;
import java.util.stream.IntStream;

/** The application, which stays on the JVM: a service that answers requests for filtered images. */
public class App {
    /** What the service does for one request: it blurs an image, and makes it black and white. */
    static int[] answer(int[] image, int width, int radius) {
        int[] blurred = ImageFilters.blur(image, width, radius);
        ImageFilters.threshold(blurred, 128);
        return blurred;
    }

    static int white(int[] image) {
        int white = 0;
        for (int p : image) if (p == 255) white++;
        return white;
    }

    public static void main(String[] args) {
        int width = 64;
        int[] image = new int[width * 48];
        for (int i = 0; i < image.length; i++) image[i] = (i % width / 8 + i / width / 8) % 2 * 255;
        int[] blurred = ImageFilters.blur(image, width, 2);
        System.out.println("centre of an edge: " + blurred[4 * width + 7] + " " + blurred[4 * width + 8]);
        System.out.println("white: " + white(answer(image, width, 2)) + " of " + image.length);

        // Requests are answered by many threads.
        int[][] answers = IntStream.range(0, 16).parallel().mapToObj(k -> answer(image, width, k % 4)).toArray(int[][]::new);
        boolean alike = true;
        for (int k = 0; k < answers.length; k++) alike &= Arrays.equals(answers[k], answers[k % 4]);
        System.out.println("requests: " + answers.length + ", alike: " + alike);
        try {
            answer(image, 100, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
