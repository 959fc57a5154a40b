import java.util.*;

/** String processing: counting, wrapping, palindromes, Caesar and run-length coding, edit distance, Soundex. */
public class Words {
    static final String TEXT = "It was the best of times, it was the worst of times, it was the age of wisdom, "
            + "it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity";

    static TreeMap<String, Integer> count(String text) {
        TreeMap<String, Integer> m = new TreeMap<>();
        StringTokenizer t = new StringTokenizer(text.toLowerCase(), " ,.");
        while (t.hasMoreTokens()) {
            String w = t.nextToken();
            Integer old = m.get(w);
            m.put(w, old == null ? 1 : old + 1);
        }
        return m;
    }

    static List<String> wrap(String text, int width) {
        List<String> lines = new LinkedList<>();
        StringBuilder line = new StringBuilder();
        for (String w : text.split("\\s+")) {
            if (line.length() + w.length() + 1 > width && line.length() > 0) {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0) line.append(' ');
            line.append(w);
        }
        lines.add(line.toString());
        return lines;
    }

    static boolean palindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j) {
            char a = Character.toLowerCase(s.charAt(i)), b = Character.toLowerCase(s.charAt(j));
            if (!Character.isLetter(a)) i++;
            else if (!Character.isLetter(b)) j--;
            else if (a != b) return false;
            else {
                i++;
                j--;
            }
        }
        return true;
    }

    static String caesar(String s, int by) {
        char[] c = s.toCharArray();
        for (int i = 0; i < c.length; i++) {
            if (c[i] >= 'a' && c[i] <= 'z') c[i] = (char) ((c[i] - 'a' + by + 26) % 26 + 'a');
            else if (Character.isUpperCase(c[i])) c[i] = (char) ((c[i] - 'A' + by + 26) % 26 + 'A');
        }
        return String.valueOf(c);
    }

    static String pack(String s) {
        StringBuffer b = new StringBuffer();
        for (int i = 0, j; i < s.length(); i = j) {
            for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++) { }
            if (j - i > 1) b.append(j - i);
            b.append(s.charAt(i));
        }
        return b.toString();
    }

    static String unpack(String s) {
        String r = "";
        int n = 0;
        for (char c : s.toCharArray()) {
            if (c >= '0' && c <= '9') n = n * 10 + (c - '0');
            else {
                r += String.valueOf(c).repeat(n == 0 ? 1 : n);
                n = 0;
            }
        }
        return r;
    }

    static int distance(CharSequence a, CharSequence b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                d[i][j] = i == 0 ? j : j == 0 ? i
                        : Math.min(d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1),
                                Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        return d[a.length()][b.length()];
    }

    static String soundex(String name) {
        String codes = "01230120022455012623010202", up = name.toUpperCase();
        StringBuilder b = new StringBuilder().append(up.charAt(0));
        char last = codes.charAt(up.charAt(0) - 'A');
        for (int i = 1; i < up.length() && b.length() < 4; i++) {
            char c = codes.charAt(up.charAt(i) - 'A');
            if (c != '0' && c != last) b.append(c);
            last = c;
        }
        while (b.length() < 4) b.append('0');
        return b.toString();
    }

    public static void main(String... args) {
        TreeMap<String, Integer> counts = count(TEXT);
        System.out.println(counts);
        List<Map.Entry<String, Integer>> top = new ArrayList<>(counts.entrySet());
        Collections.sort(top, new Comparator<Map.Entry<String, Integer>>() {
            public int compare(Map.Entry<String, Integer> a, Map.Entry<String, Integer> b) {
                int c = b.getValue().compareTo(a.getValue());
                return c == 0 ? a.getKey().compareTo(b.getKey()) : c;
            }
        });
        for (int i = 0; i < 4; i++) System.out.println(top.get(i).getKey() + "\t" + top.get(i).getValue());
        for (String line : wrap(TEXT, 36)) System.out.println("|" + line + " ".repeat(36 - line.length()) + "|");
        System.out.println(palindrome("A man, a plan, a canal: Panama") + " " + palindrome("not one"));
        String secret = caesar("Attack at Dawn!", 3);
        System.out.println(secret + " " + caesar(secret, -3));
        String packed = pack("aaaabbbcddddddddddddz");
        System.out.println(packed + " " + unpack(packed));
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance(new StringBuilder("flaw"), "lawn"));
        System.out.println(soundex("Robert") + soundex("Rupert") + soundex("Tymczak") + soundex("Lee"));
        String s = "  Hello, World  ";
        System.out.println("[" + s.trim() + "] " + s.indexOf("o") + s.lastIndexOf('o') + s.indexOf("zz") + " " + s.contains("World"));
        System.out.println(s.replace('l', 'L').toUpperCase().trim() + s.isEmpty() + s.strip().endsWith("World") + s.isBlank());
        System.out.println("a,b,,c,,".split(",").length + " " + Arrays.toString("a1b22c".split("[0-9]+")) + " " + "x".compareTo("abc"));
        System.out.println("apple".hashCode() + " " + "".hashCode() + " " + "Hello".chars().sum() + " " + "abc".equals("ab" + 'c'));
        StringBuilder b = new StringBuilder("0123456789");
        b.reverse().deleteCharAt(0).insert(3, "<>").replace(0, 2, "__").append(1.5f).append('x').append(10L).append(true).append((Object) null);
        System.out.println(b + " " + b.length() + " " + b.indexOf("<>") + " " + b.charAt(4));
        System.out.println('a' + 'b' + " " + 'a' + 'b' + (char) ('a' + 1) + 1 + 2 + (1 + 2) + null + 1.0f + 1e10 + 100.0 + 1e-5);
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
