import graph.*;
import java.util.*;

/** Names that `somd` has too: a package that a file imports with `*` goes before it. */
public class Main {
    public static void main(String[] args) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) tasks.add(new Task(i));
        View<Task> view = View.of(tasks);
        System.out.println(view.at(1) + " of " + tasks);
    }
}
