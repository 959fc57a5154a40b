import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

    public static void main(String[] args) throws Exception {
        int width = 64;
        int[] image = new int[width * 48];
        for (int i = 0; i < image.length; i++) image[i] = (i % width / 8 + i / width / 8) % 2 * 255;
        int[] blurred = ImageFilters.blur(image, width, 2);
        System.out.println("centre of an edge: " + blurred[4 * width + 7] + " " + blurred[4 * width + 8]);
        System.out.println("white: " + white(answer(image, width, 2)) + " of " + image.length);

        // Requests come from many threads.
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<int[]>> answers = new ArrayList<>();
        for (int k = 0; k < 16; k++) {
            int radius = k % 4;
            answers.add(pool.submit(() -> answer(image, width, radius)));
        }
        boolean alike = true;
        for (int k = 0; k < answers.size(); k++) {
            alike &= Arrays.equals(answers.get(k).get(), answers.get(k % 4).get());
        }
        System.out.println("requests: " + answers.size() + ", alike: " + alike);
        Future<int[]> wrong = pool.submit(() -> answer(image, 100, 1));
        try {
            wrong.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        pool.shutdown();
    }
}
