import java.util.*;
import java.util.regex.*;
/** What patterns may have: groups and flags, sets, quantifiers, looks, anchors, errors, and what a matcher tells. */
public class RegexForms {
    static void t(String re, int flags, String... inputs) {
        StringBuilder b = new StringBuilder(re.replace("\n", "\\n") + "/" + flags + ": ");
        try {
            Pattern p = Pattern.compile(re, flags);
            for (String in : inputs) {
                Matcher m = p.matcher(in);
                b.append(m.matches() ? "M" : "-"); m.reset();
                while (m.find()) { b.append("[").append(m.start()).append(",").append(m.end()); for (int g = 1; g <= m.groupCount(); g++) b.append(";").append(m.group(g)); b.append("]"); }
                b.append(" ");
            }
        } catch (PatternSyntaxException e) { b.append(e.getDescription()).append(" @").append(e.getIndex()); }
        catch (RuntimeException e) { b.append(e); }
        System.out.println(b);
    }
    static void t(String re, String... in) { t(re, 0, in); }
    public static void main(String[] a) {
        t("(?i:ab)c", "ABc", "abC");
        t("a(?i)b", "aB", "AB");
        t("(a(?i)b)c", "aBc", "aBC");
        t("(?-i)a", Pattern.CASE_INSENSITIVE, "A");
        t("(?i)a(?-i)b", "Ab", "AB");
        t("(?s-m:a.b)", "a\nb");
        t("(?x) a b # c\n d", "abd");
        t(" a b # c\n [x y] \\  d", Pattern.COMMENTS, "abx d", "ab d");
        t("\\Ga", "aab");
        t("\\h+\\H", "a \t b");
        t("\\R", "a\r\nb\nc\rd");
        t("a\\vb", "a\nb", "a\u000bb");
        t("\\V+", "a b\n");
        t("\\cA", "\u0001");
        t("\\0101", "A");
        t("\\07", "\u0007");
        t("\\x{1F600}", "\ud83d\ude00");
        t("\\x41", "A");
        t("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "abcdefghijj");
        t("(a)\\11", "aa1");
        t("\\1(a)", "a");
        t("\\2(a)", "a");
        t("[a-c&&[b-d]]+", "abcd");
        t("[^a-c&&[b-d]]+", "abcd");
        t("[a-z&&[^m-p]]+", "lmnopq");
        t("[[a-c][x-z]]+", "abxyq");
        t("[]a]", "a]");
        t("[^]a]", "b]");
        t("[a-]+", "a-");
        t("[\\]\\[]+", "[]");
        t("[\\w&&[^\\d]]+", "a1b");
        t("[a&&b]", "a");
        t("[\\p{L}\\s]+", "ab c1");
        t("\\p{Alpha}+\\p{Punct}", "ab!");
        t("\\p{javaLowerCase}+", "abC");
        t("\\p{IsAlphabetic}+", "ab1");
        t("\\p{Lu}\\P{Lu}+", "Abc");
        t("\\pL+", "ab1");
        t("a{2,3}", "aaaaa");
        t("a{2,}?", "aaaa");
        t("a{2}+", "aaa");
        t("a++a", "aaa");
        t("a*+b", "aab");
        t("(?>a+)b", "aab");
        t("(a|ab)(c|bcd)(d*)", "abcd");
        t("(a*)*", "aa");
        t("(a*)+", "b");
        t("(?:a|b)*?c", "abc");
        t("x{0}", "x");
        t("a{,3}", "a");
        t("a{3", "a");
        t("{", "{");
        t("a**", "a");
        t("a{2}{3}", "aaaaaa");
        t("(", "a");
        t(")", "a");
        t("[", "a");
        t("[a", "a");
        t("a\\", "a");
        t("*a", "a");
        t("+", "");
        t("(?<n>a)\\k<n>", "aa");
        t("(?<n>a)(?<n>b)", "ab");
        t("\\k<z>", "a");
        t("(?<1a>x)", "x");
        t("[z-a]", "a");
        t("\\p{Foo}", "a");
        t("(?z)", "a");
        t("\\y", "a");
        t("a(?=b)", "ab");
        t("a(?!b)", "ab", "ac");
        t("(?<=a)b", "ab");
        t("(?<!a)b", "ab", "cb");
        t("(?<=a{1,3})b", "aab");
        t("(?<=a+)b", "aab");
        t("(?<=(a|bc))d", "bcd");
        t("^a$", Pattern.MULTILINE, "a\nb\na");
        t("^", Pattern.MULTILINE, "a\nb\n");
        t("$", "a\n");
        t("$", Pattern.MULTILINE, "a\nb\n");
        t("\\Z", "a\n");
        t("\\z", "a\n");
        t("\\b", "ab cd");
        t("\\B", "ab");
        t(".", "\n\r\u0085\u2028a");
        t(".", Pattern.UNIX_LINES, "\n\ra");
        t("a.c", Pattern.DOTALL, "a\nc");
        t("A+", Pattern.LITERAL, "A+A");
        t("\u00e4", Pattern.CASE_INSENSITIVE, "\u00c4");
        t("\u00e4", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE, "\u00c4");
        t("\\w+", Pattern.UNICODE_CHARACTER_CLASS, "\u00e4b");
        t("\\w+", "\u00e4b");
        t("[a-z]+", Pattern.CASE_INSENSITIVE, "aBZ");
        t("(a)\\1", Pattern.CASE_INSENSITIVE, "aA");
        t("\\Qa.b\\E+", "a.bb");
        t("\\Qa.b", "a.b");
        t("[\\Q.]\\E]+", ".]");
        t("\ud83d\ude00+", "\ud83d\ude00\ud83d\ude00");
        t("[\ud83d\ude00x]+", "\ud83d\ude00x");
        t(".", "\ud83d\ude00");
        t("\\X", "e\u0301");
        t("(?:)", "a");
        t("", "ab");
        t("|a", "a");
        t("a||b", "b");
        t("(|a)+", "aa");
        t("(a)|(b)", "ab");
        t("((a)|b)+", "ab");
        t("\\u0041", "A");
        t("\\t\\n\\r\\f\\a\\e", "\t\n\r\f\u0007\u001b");
        t("[\\t\\n]+", "\t\n");
        t("\\d{3}-\\d{4}", "555-1234");
        t("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?", "1.5e10", "-3");
        t("(\\w+)@(\\w+)\\.com", "x joe@ex.com y");
        t("^(?:(\\d+)|(\\w+))$", "12", "ab");
        t("(?i)stra\u00dfe", "STRA\u00dfE");
        t("[^\\n]*", "a\nb");
        t("\\S+\\s*=\\s*\"[^\"]*\"", "k = \"v\"");
        t("(.)(.)(.)\\3\\2\\1", "abccba");
        System.out.println(Pattern.quote("a.b") + " " + Pattern.quote("x\\Ey") + " " + Matcher.quoteReplacement("$1\\"));
        Matcher m = Pattern.compile("(?<y>\\d+)-(?<m>\\d+)").matcher("on 2020-05 and 2021-06");
        System.out.println(m.replaceAll("${m}/$1") + " " + m.replaceFirst("<$0>") + " " + m.reset().results().map(r -> r.group(1)).toList() + " " + m.replaceAll(r -> r.group(2)));
        m.reset(); StringBuffer sb = new StringBuffer(); while (m.find()) m.appendReplacement(sb, "[" + m.group("y") + "]"); m.appendTail(sb); System.out.println(sb);
        m.reset(); StringBuilder s2 = new StringBuilder(); if (m.find()) m.appendReplacement(s2, "\\$"); m.appendTail(s2); System.out.println(s2);
        m.reset("2020-05x"); System.out.println(m.lookingAt() + " " + m.matches() + " " + m.hitEnd() + " " + m.region(0, 7).matches() + " " + m.regionStart() + m.regionEnd() + " " + m.toMatchResult().group() + " " + m);
        m.reset("zz"); System.out.println(m.find() + " " + m.hitEnd()); try { m.group(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); } try { m.reset("1-2"); m.find(); m.group(5); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); } try { m.group("q"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } try { "a".replaceAll("a", "$3"); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); } try { "a".replaceAll("a", "\\"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Arrays.toString("a1b22c".split("\\d+")) + Arrays.toString("boo:and:foo".split("o", -1)) + Arrays.toString("boo:and:foo".split("o", 2)) + Arrays.toString("".split(",")) + Arrays.toString(",a,,".split(",")) + Arrays.toString("abc".split("")) + Arrays.toString("a|b".split("|")) + Arrays.toString("a.b".split("\\.")) + Arrays.toString("x1y".split("(?<=\\d)")) + Arrays.toString("aXbX".split("X", 0)));
        System.out.println(m.usePattern(Pattern.compile("\\d")).reset("a1b2").find() + m.group() + m.start() + m.end() + " " + m.find(2) + m.group() + " " + m.pattern() + " " + m.pattern().flags() + " " + Pattern.compile("(?i)a", Pattern.MULTILINE).flags() + " " + Pattern.compile("(?i)a(?m)").flags());
        System.out.println(Pattern.compile(",").splitAsStream("a,b").toList() + " " + Pattern.compile("a+").asPredicate().test("xa") + " " + Pattern.compile("a+").asMatchPredicate().test("xa") + " " + Pattern.matches("a?", ""));
        System.out.println(m.reset("q").hitEnd() + " " + m.find() + m.requireEnd() + m.hasTransparentBounds() + m.hasAnchoringBounds());
    }
}
