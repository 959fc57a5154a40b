//! out: asked 1
//! out: asked 2
//! out: asked 3
//! out: else
//! out: null
//! out: 3 3.5 -3 4

/** Branches of nothing, and signs before signs. */
public class EmptyBranches {
    static boolean asked(int n) {
        System.out.println("asked " + n);
        return n % 2 == 0;
    }

    public static void main(String[] args) {
        int q = 3;
        double d = 3.5;
        if (asked(1)) ;
        if (asked(2)) {
            q = 3;
        } else ;
        if (q > 3) ;
        if (asked(3)) {
        } else if (q == 4) {
            System.out.println("never");
        } else {
            ;
        }
        if (q > 3)
            ;
        else
            System.out.println("else");
        Boolean none = args.length > 9 ? true : null;
        try {
            if (none) {
            } else {
            }
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(-(-q) + " " + - -d + " " + -(-(-q)) + " " + -~q);
    }
}
