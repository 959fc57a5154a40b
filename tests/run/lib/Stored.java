import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.text.DecimalFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Properties written and read back, maps that check their classes, exponents in engineers' steps. */
public class Stored {
    static void show(String text) {
        for (String line : text.split("\n")) {
            // The second line is the time.
            System.out.println(line.startsWith("#") && line.contains(":") ? "#time" : line);
        }
    }

    static void properties() throws IOException {
        Properties p = new Properties();
        p.setProperty("plain", "value");
        p.setProperty("with space", " leading and inner  ");
        p.setProperty("a=b:c#d!e", "x=y:z#!\\");
        p.setProperty("lines", "one\ntwo\r\tthree\f");
        p.setProperty("gr\u00fc\u00dfe", "\u20ac 5");
        StringWriter text = new StringWriter();
        p.store(text, "first\nsecond\n#third\r\n!fourth");
        show(text.toString());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        p.store(bytes, "\u00e9 \u20ac");
        show(bytes.toString("ISO-8859-1"));
        Properties q = new Properties();
        q.load(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(q.equals(p));
        q.clear();
        q.load(new StringReader(text.toString()));
        System.out.println(q.equals(p) + " " + q.getProperty("lines").length());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void checked() {
        Map<String, Integer> m = Collections.checkedMap(new HashMap<String, Integer>(), String.class, Integer.class);
        m.put("one", 1);
        Map raw = m;
        Object[][] wrong = {{"two", "2"}, {2, 2}};
        for (Object[] pair : wrong) {
            try {
                raw.put(pair[0], pair[1]);
            } catch (ClassCastException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(m + " " + m.get("one") + " " + m.containsKey("two"));
        List<String> l = Collections.checkedList(new ArrayList<String>(Arrays.asList("a")), String.class);
        try {
            ((List) l).add(3);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage() + " " + l);
        }
    }

    public static void main(String[] args) throws IOException {
        properties();
        checked();
        double[] values = {0, 1, 12, 123, 1234567.891, 98765432.1, 0.00012345, -1234.5};
        String[] patterns = {"##0.#####E0", "##0.0E0", "#0.##E00", "00.###E0", "##0E0"};
        for (String p : patterns) {
            StringBuilder b = new StringBuilder(p);
            for (double v : values) b.append(' ').append(new DecimalFormat(p).format(v));
            System.out.println(b);
        }
    }
}
