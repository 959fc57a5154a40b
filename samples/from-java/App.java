/** The application, which stays on the JVM. */
public class App {
    public static void main(String[] args) {
        int width = 64;
        int[] image = new int[width * 48];
        for (int i = 0; i < image.length; i++) image[i] = (i % width / 8 + i / width / 8) % 2 * 255;
        int[] blurred = ImageFilters.blur(image, width, 2);
        System.out.println("centre of an edge: " + blurred[4 * width + 7] + " " + blurred[4 * width + 8]);
        ImageFilters.threshold(blurred, 128);
        int white = 0;
        for (int p : blurred) if (p == 255) white++;
        System.out.println("white: " + white + " of " + image.length);
        try {
            ImageFilters.blur(image, 100, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
