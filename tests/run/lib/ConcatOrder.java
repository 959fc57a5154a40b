public class ConcatOrder {
    int n;

    int next() { return ++n; }
    public String toString() { return "<" + n + ">"; }

    public static void main(String[] args) {
        ConcatOrder c = new ConcatOrder();
        System.out.println("a" + c + c.next() + c + " " + (c.n = 7) + c);
        StringBuilder b = new StringBuilder("x");
        System.out.println(b + "," + b.append("y") + "," + b);
        Object o = "text";
        Object none = null;
        System.out.println(o + " " + none + c.next() + o + c);
        String s = "s";
        s += c + "" + c.next();
        System.out.println(s);
    }
}
