import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class Regex {
    public static void main(String[] args) throws IOException {
        String[] patterns = {"a*b", "(a|b)*c", "(\\w+)@(\\w+)\\.com", "^\\s*#.*$", "[^,]+", "\\d{2,4}", "(?i)HELLO", "x??y", "(a+)+b", "\\bfoo\\b", "(?<y>\\d{4})-(?<m>\\d\\d)",
            "[a-c&&[^b]]+", "(.)\\1", "a(?=b)", "a(?!b)", "(?<=x)y", "[\\p{Upper}\\d]+", "\\Q.*\\E", "(?m)^\\w", "(?s).+", "a{3}", "[+-]?\\d+(\\.\\d*)?([eE][+-]?\\d+)?", "", "|x", "(?:ab)+", "a++b", ".*?,"};
        String[] texts = {"aaab", "ababc", "joe@site.com, ann@x.com", "  # comment", "a,b,,c", "1 22 333 4444 55555", "hello HELLO", "xyxxy", "foo food foo", "2024-05 and 1999-12", "aaccbb", "aabbc", "xy ay", "A1bC22", ".*", "l1\nl2", "aaaa", "-1.5e3 +2 3.", ""};
        int h = 0;
        for (String p : patterns) {
            Pattern c = Pattern.compile(p);
            StringBuilder b = new StringBuilder(p).append(" :");
            for (String t : texts) {
                Matcher m = c.matcher(t);
                b.append(' ').append(m.matches()).append(m.lookingAt());
                m.reset();
                while (m.find()) {
                    b.append('[').append(m.start()).append('-').append(m.end()).append(':').append(m.group());
                    for (int i = 1; i <= m.groupCount(); i++) b.append('/').append(m.group(i));
                    b.append(']');
                }
                b.append(Arrays.toString(c.split(t))).append(Arrays.toString(t.split(p, 2))).append(t.replaceAll(p, "<$0>")).append(t.replaceFirst(p, "!"));
            }
            h = 31 * h + b.toString().hashCode();
            System.out.println(b.length() + " " + b.toString().hashCode());
        }
        System.out.println(h);
        Matcher m = Pattern.compile("(?<key>\\w+)=(?<value>\\d+)").matcher("a=1, bb=22, c=x");
        StringBuffer out = new StringBuffer();
        while (m.find()) m.appendReplacement(out, m.group("value") + "=${key}");
        m.appendTail(out);
        System.out.println(out + " " + Pattern.compile("\\d+").matcher("a1b22").replaceAll(r -> "" + r.group().length()));
        try {
            Pattern.compile("(a");
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex());
        }
        Path dir = Files.createTempDirectory("somd");
        Path f = dir.resolve("a.txt");
        Files.write(f, Arrays.asList("one", "two", "three"));
        System.out.println(Files.readAllLines(f) + " " + Files.size(f) + " " + Files.exists(f) + " " + f.getFileName() + " " + Files.readString(f).length());
        try (Stream<String> lines = Files.lines(f)) {
            System.out.println(lines.filter(s -> s.contains("o")).collect(Collectors.joining("+")));
        }
        Files.writeString(f, "x,y\n1,2\n", StandardOpenOption.APPEND);
        try (BufferedReader r = Files.newBufferedReader(f)) {
            System.out.println(r.lines().map(String::length).collect(Collectors.toList()));
        }
        try (BufferedWriter w = Files.newBufferedWriter(dir.resolve("b.txt"))) {
            w.write("b");
        }
        System.out.println(new File(dir.toString()).list().length + " " + Files.isDirectory(dir));
        try {
            Files.readString(dir.resolve("none"));
        } catch (NoSuchFileException e) {
            System.out.println(e.getMessage().endsWith("none"));
        }
        Files.delete(f);
        System.out.println(Files.deleteIfExists(dir.resolve("b.txt")) + " " + Files.deleteIfExists(f));
        Files.delete(dir);
    }
}
