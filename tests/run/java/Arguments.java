//! args: one 2 --three
//! out: 3: one 2 --three
public class Arguments {
    public static void main(String[] args) {
        System.out.println(args.length + ": " + String.join(" ", args));
    }
}
