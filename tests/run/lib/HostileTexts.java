/** What could end a comment, a string or a line of what is written of it: *\u0020/ ` $(touch /tmp/x) "; */
public class HostileTexts {
    // */ "; } fn main() { } \\ ` $(touch /tmp/x) /* /*
    static final String S = "\"; std::process::exit(77); // */ ` $(touch x) {} {0} {:?} %s \\ \n \r \t \0 \7 \u0001 \u2028 \u202e é 𝒳 ' $HOME ${x} `id` \"# r#\" ]]> --> <script>";
    static final String LONE = "\ud800|\udfff";
    static final char[] CHARS = {'\'', '"', '\\', '\n', '\0', '\uffff', '\u2028', '`', '$'};

    /** `*\u002f static int notHere() { return 1; } /** */
    static int $fn$main(int[] $a, int r$x) {
        int $ = 0;
        for (int i : $a) $ += i + r$x;
        return $;
    }

    enum É { __attribute__, kernel, \u0061b, r$raw }

    record Crate(String self, int crate) { }

    static int codes(String s) {
        int h = 0;
        for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i);
        return h;
    }

    public static void main(String[] args) {
        System.out.println(codes(S) + " " + S.hashCode() + " " + S.length());
        System.out.println(S.replace('\u2028', '?').replace('\u202e', '?').replace('\r', '?').replace('\0', '?').replace('\7', '?').replace('\u0001', '?'));
        System.out.println(codes(LONE) + " " + notHere());
        for (char c : CHARS) System.out.print((int) c + " ");
        System.out.println($fn$main(new int[] {1, 2}, 3) + " " + new Crate("}{\"*/", 1) + " " + É.ab + É.kernel + É.r$raw);
        String block = """
            fn main() { "\""" } \
            */ // ${x} `id` \s|
            """;
        System.out.print(block);
        switch (block.substring(0, 2)) {
            case "fn" -> System.out.println("*/ \" fn");
            case "\"*/" -> System.out.println("never");
            default -> System.out.println("\u0022.length());
        }
        try {
            throw new IllegalStateException("a\nb\"*/`$(x)");
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }
}
