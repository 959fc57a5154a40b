import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: a sealed hierarchy, recursive descent, escapes, positions in error messages. */
public class JsonReader {
    sealed interface Json permits Obj, Arr, Str, Num, Lit { }

    record Obj(Map<String, Json> fields) implements Json { }

    record Arr(List<Json> items) implements Json { }

    record Str(String text) implements Json { }

    record Num(double value) implements Json {
        Num {
            if (Double.isNaN(value)) throw new IllegalArgumentException("NaN");
        }

        boolean isInteger() { return value == (long) value; }
    }

    enum Lit implements Json { TRUE, FALSE, NULL }

    static class JsonException extends RuntimeException {
        final int line, column;

        JsonException(String message, int line, int column) {
            super(String.format("%s at %d:%d", message, line, column));
            this.line = line;
            this.column = column;
        }
    }

    private final String s;
    private int p, line = 1, lineStart;

    private JsonReader(String s) { this.s = s; }

    static Json read(String s) {
        JsonReader r = new JsonReader(s);
        Json j = r.value();
        r.blank();
        if (r.p < s.length()) throw r.error("trailing text");
        return j;
    }

    private JsonException error(String m) { return new JsonException(m, line, p - lineStart + 1); }

    private void blank() {
        for (; p < s.length(); p++) {
            switch (s.charAt(p)) {
                case '\n':
                    line++;
                    lineStart = p + 1;
                    // as other white space
                case ' ': case '\t': case '\r':
                    continue;
                default:
                    return;
            }
        }
    }

    private char peek() {
        blank();
        if (p == s.length()) throw error("unexpected end");
        return s.charAt(p);
    }

    private void expect(char c) {
        if (peek() != c) throw error("expected '" + c + "', found '" + s.charAt(p) + "'");
        p++;
    }

    private Json value() {
        char c = peek();
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Str(string());
            case 't' -> word("true", Lit.TRUE);
            case 'f' -> word("false", Lit.FALSE);
            case 'n' -> word("null", Lit.NULL);
            default -> {
                if (c == '-' || c >= '0' && c <= '9') yield number();
                throw error("unexpected '" + c + "'");
            }
        };
    }

    private Lit word(String w, Lit l) {
        if (!s.startsWith(w, p)) throw error("unknown word");
        p += w.length();
        return l;
    }

    private Num number() {
        int from = p;
        if (s.charAt(p) == '-') p++;
        while (p < s.length() && "0123456789.eE+-".indexOf(s.charAt(p)) >= 0) p++;
        try {
            return new Num(Double.parseDouble(s.substring(from, p)));
        } catch (NumberFormatException e) {
            p = from;
            throw error("bad number");
        }
    }

    private String string() {
        expect('"');
        StringBuilder b = new StringBuilder();
        while (true) {
            if (p >= s.length()) throw error("open string");
            char c = s.charAt(p++);
            if (c == '"') return b.toString();
            if (c != '\\') {
                b.append(c);
                continue;
            }
            c = s.charAt(p++);
            switch (c) {
                case 'n' -> b.append('\n');
                case 't' -> b.append('\t');
                case 'u' -> {
                    b.append((char) Integer.parseInt(s.substring(p, p + 4), 16));
                    p += 4;
                }
                case '"', '\\', '/' -> b.append(c);
                default -> throw error("bad escape \\" + c);
            }
        }
    }

    private Arr array() {
        expect('[');
        List<Json> r = new ArrayList<>();
        if (peek() != ']') {
            do r.add(value()); while (peek() == ',' && p++ >= 0);
        }
        expect(']');
        return new Arr(r);
    }

    private Obj object() {
        expect('{');
        Map<String, Json> r = new LinkedHashMap<>();
        if (peek() != '}')
            for (;;) {
                blank();
                String key = string();
                expect(':');
                if (r.put(key, value()) != null) throw error("twice \"" + key + "\"");
                if (peek() != ',') break;
                p++;
            }
        expect('}');
        return new Obj(r);
    }

    static String write(Json j) {
        StringBuilder b = new StringBuilder();
        write(j, b, 0);
        return b.toString();
    }

    private static void write(Json j, StringBuilder b, int indent) {
        if (j instanceof Obj o) {
            b.append("{");
            Iterator<Map.Entry<String, Json>> it = o.fields().entrySet().iterator();
            while (it.hasNext()) {
                Map.Entry<String, Json> e = it.next();
                b.append('\n').append("  ".repeat(indent + 1)).append('"').append(e.getKey()).append("\": ");
                write(e.getValue(), b, indent + 1);
                if (it.hasNext()) b.append(',');
            }
            b.append('\n').append("  ".repeat(indent)).append('}');
        } else if (j instanceof Arr a) {
            String sep = "[";
            for (Json x : a.items()) {
                b.append(sep);
                write(x, b, indent);
                sep = ", ";
            }
            b.append(a.items().isEmpty() ? "[]" : "]");
        } else if (j instanceof Num n) {
            if (n.isInteger()) b.append((long) n.value());
            else b.append(n.value());
        } else if (j instanceof Lit l) {
            b.append(l.name().toLowerCase());
        } else {
            b.append('"').append(((Str) j).text().replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"")).append('"');
        }
    }

    public static void main(String[] args) {
        Json j = read("""
            {"name": "caf\\u00e9 \\"x\\"",
             "sizes": [1, 2.5, -3e2, []],
             "nested": {"ok": true, "no": false, "nil": null, "empty": {}},
             "path": "a\\/b\\n"}
            """);
        System.out.println(write(j));
        System.out.println(read(write(j)).equals(j) + " " + (j.hashCode() == read(write(j)).hashCode()));
        System.out.println(((Obj) j).fields().get("sizes"));
        System.out.println(((Obj) j).fields().keySet());
        String[] bad = {"{\"a\" 1}", "[1,\n 2,\n  ?]", "tru", "\"open", "[1 2]", "-", "{\"k\":1,\"k\":2}", "1 2", "\"\\q\"", ""};
        for (String s : bad) {
            try {
                System.out.println(read(s));
            } catch (JsonException e) {
                System.out.println(e.getMessage() + " " + (e.line * 100 + e.column));
            }
        }
    }
}
