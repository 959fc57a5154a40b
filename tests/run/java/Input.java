import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
public class Input {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int sum = 0, lines = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines++;
            for (String w : line.trim().split("\\s+")) if (!w.isEmpty()) sum += Integer.parseInt(w);
        }
        System.out.println(lines + " lines, sum " + sum);
    }
}
