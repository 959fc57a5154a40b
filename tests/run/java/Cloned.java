import java.util.Arrays;

/** `Object.clone` of a program's own classes: shallow, and only of what is `Cloneable`. */
public class Cloned {
    static class Vector3 implements Cloneable {
        double[] at = { 1, 2, 3 };
        String name = "v";

        public Object clone() {
            try {
                Vector3 v = (Vector3) super.clone();
                v.at = at.clone();
                return v;
            } catch (CloneNotSupportedException e) {
                throw new InternalError(e.toString());
            }
        }
    }

    static class Named extends Vector3 {
        Vector3 inner = new Vector3();

        public Named clone() { return (Named) super.clone(); }
    }

    static class Plain {
        Object copy() throws CloneNotSupportedException { return clone(); }
    }

    public static void main(String[] args) {
        Named a = new Named();
        a.name = "a";
        Named b = a.clone();
        b.at[0] = 9;
        b.name = "b";
        System.out.println(a.name + Arrays.toString(a.at) + " " + b.name + Arrays.toString(b.at));
        System.out.println(b.inner == a.inner);
        try {
            new Plain().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
    }
}
