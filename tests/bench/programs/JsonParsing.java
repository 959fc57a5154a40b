import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses a text into maps and lists, and writes it again. */
public class JsonParsing {
    static final int WARM_UP = 8;
    static final String TEXT = make();

    static String make() {
        StringBuilder b = new StringBuilder("[");
        for (int i = 0; i < 400; i++) {
            if (i > 0) b.append(", ");
            b.append("{\"id\": ").append(i).append(", \"name\": \"item ").append(i * 7).append("\", \"tags\": [\"a\", \"b\", null, true], ");
            b.append("\"price\": ").append(i).append(".5, \"inner\": {\"x\": -").append(i).append("}}");
        }
        return b.append("]").toString();
    }

    static class Malformed extends RuntimeException {
        Malformed(String message) { super(message); }
    }

    static final class Parser {
        private final String text;
        private int at;

        Parser(String text) { this.text = text; }

        Object value() {
            skip();
            char c = text.charAt(at);
            switch (c) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    return word("true", Boolean.TRUE);
                case 'f':
                    return word("false", Boolean.FALSE);
                case 'n':
                    return word("null", null);
                default:
                    return number();
            }
        }

        private Object word(String w, Object value) {
            if (!text.startsWith(w, at)) throw new Malformed("at " + at);
            at += w.length();
            return value;
        }

        private void skip() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        }

        private void expect(char c) {
            skip();
            if (at >= text.length() || text.charAt(at) != c) throw new Malformed("no " + c + " at " + at);
            at++;
        }

        private boolean accept(char c) {
            skip();
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private Map<String, Object> object() {
            Map<String, Object> map = new LinkedHashMap<>();
            expect('{');
            if (accept('}')) return map;
            do {
                skip();
                String key = string();
                expect(':');
                map.put(key, value());
            } while (accept(','));
            expect('}');
            return map;
        }

        private List<Object> array() {
            List<Object> list = new ArrayList<>();
            expect('[');
            if (accept(']')) return list;
            do {
                list.add(value());
            } while (accept(','));
            expect(']');
            return list;
        }

        private String string() {
            expect('"');
            StringBuilder b = new StringBuilder();
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c == '\\') c = text.charAt(at++);
                b.append(c);
            }
            at++;
            return b.toString();
        }

        private Object number() {
            int from = at;
            if (text.charAt(at) == '-') at++;
            boolean whole = true;
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                if (text.charAt(at) == '.') whole = false;
                at++;
            }
            String s = text.substring(from, at);
            if (whole) return Long.parseLong(s);
            return Double.parseDouble(s);
        }
    }

    static void write(Object o, StringBuilder out) {
        if (o instanceof Map) {
            out.append('{');
            boolean first = true;
            for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                if (!first) out.append(',');
                first = false;
                write(e.getKey(), out);
                out.append(':');
                write(e.getValue(), out);
            }
            out.append('}');
        } else if (o instanceof List) {
            out.append('[');
            boolean first = true;
            for (Object e : (List<?>) o) {
                if (!first) out.append(',');
                first = false;
                write(e, out);
            }
            out.append(']');
        } else if (o instanceof String) {
            out.append('"').append((String) o).append('"');
        } else {
            out.append(o);
        }
    }

    static long work() {
        Object o = new Parser(TEXT).value();
        StringBuilder b = new StringBuilder();
        write(o, b);
        return b.toString().hashCode() * 31L + b.length();
    }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
