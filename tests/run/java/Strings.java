public class Strings {
    public static void main(String[] args) {
        String s = "Hello, world";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf("o") + " " + s.lastIndexOf('o') + " " + s.indexOf("xyz"));
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.toUpperCase() + "|" + s.replace('l', 'L') + "|" + "  trim ".trim() + "|");
        System.out.println(s.equals("Hello, " + "world") + " " + s.equalsIgnoreCase("HELLO, WORLD") + " " + "abc".compareTo("abd") + " " + "b".compareTo("abc"));
        System.out.println("hash " + s.hashCode() + " " + "".hashCode() + " " + "\u00e4\ud83d\ude00".hashCode());
        for (String part : "a,b,,c,,".split(",")) System.out.print("[" + part + "]");
        System.out.println();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 5; i++) b.append(i).append(i % 2 == 0 ? ',' : ';');
        b.insert(0, "<").append('>').append(1.5f).append(true).append((Object) null).reverse();
        System.out.println(b + " " + b.length());
        b.setLength(3);
        b.deleteCharAt(0).setCharAt(0, 'X');
        System.out.println(b);
        char[] chars = s.toCharArray();
        java.util.Arrays.sort(chars);
        System.out.println(new String(chars) + "|" + String.valueOf(chars, 2, 3) + "|" + String.join("-", "x", "y", "z"));
        String t = "a\tb\\n\"q\" \u0041\101";
        System.out.println(t + " " + t.length());
        System.out.println("""
            text block
              indented \
            joined
            "quotes" and \t tab""");
        String n = null;
        System.out.println("null: " + n + 'c' + 1 + 2L + 3.0f + 4.0 + true);
        System.out.println(1 + 2 + "x" + 1 + 2);
        System.out.println("a".repeat(3) + " " + "abc".contains("bc") + " " + "abc".startsWith("ab") + " " + "abc".endsWith("bc") + " " + "".isEmpty());
        switch (s.substring(0, 5)) { case "hello": System.out.println("lower"); break; case "Hello": System.out.println("upper"); break; default: System.out.println("none"); }
    }
}
