package somd;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a task graph. Items go through it one by one: what a source gives passes all stages before the next is asked for,
 * which is one of the orders that a graph allows.
 */
public final class Task {
    /** A worker without a parameter. */
    public interface Source<T> { T get() throws Throwable; }

    /** A worker that makes something of each item. */
    public interface Filter<A, B> { B apply(A item) throws Throwable; }

    /** A worker that only takes items. */
    public interface Sink<A> { void accept(A item) throws Throwable; }

    /** A worker that does something once an item comes by. */
    public interface Action { void run() throws Throwable; }

    /** A worker that takes what several tasks give; its task alone has the instance. */
    public interface Merge<C> { Object apply(C instance, List<Object> items) throws Throwable; }

    private interface Stage {
        /** From the results of the stage before to those of this one. */
        List<Object> run(List<Object> items) throws Throwable;
    }

    private final List<Stage> stages;
    /** The types of the items that each task at the beginning takes. */
    private final List<List<String>> takes;
    private final List<String> gives;

    private Task(List<Stage> stages, List<List<String>> takes, List<String> gives) {
        this.stages = stages;
        this.takes = takes;
        this.gives = gives;
    }

    private static Task of(Stage stage) {
        return new Task(List.of(stage), List.of(), List.of());
    }

    /** The same worker, of a method with this result, null for none, and these parameters. */
    public Task typed(String result, String... parameters) {
        return new Task(stages, List.of(List.of(parameters)), result == null ? List.of() : List.of(result));
    }

    private static List<Object> results(Object... results) {
        List<Object> list = new ArrayList<>();
        for (Object r : results) list.add(r);
        return list;
    }

    public static <T> Task source(Source<T> worker) { return of(items -> results(worker.get())); }

    @SuppressWarnings("unchecked")
    public static <A, B> Task filter(Filter<A, B> worker) { return of(items -> results(worker.apply((A) items.get(0)))); }

    @SuppressWarnings("unchecked")
    public static <A> Task sink(Sink<A> worker) {
        return of(items -> {
            worker.accept((A) items.get(0));
            return results();
        });
    }

    public static Task action(Action worker) {
        return of(items -> {
            worker.run();
            return results();
        });
    }

    /** As a filter, of the items of several tasks. */
    public static <C> Task merge(C instance, Merge<C> worker) {
        return of(items -> results(worker.apply(instance, items)));
    }

    /** As a sink, of the items of several tasks. */
    public static <C> Task mergeSink(C instance, Merge<C> worker) {
        return of(items -> {
            worker.apply(instance, items);
            return results();
        });
    }

    /** Every item goes to all of these, and their results go on together. */
    public static Task together(Task... tasks) {
        Stage stage = items -> {
            List<Object> all = new ArrayList<>();
            for (Task task : tasks) {
                List<Object> at = items;
                for (Stage each : task.stages) at = each.run(at);
                all.addAll(at);
            }
            return all;
        };
        List<String> gives = new ArrayList<>();
        List<List<String>> takes = new ArrayList<>();
        for (Task task : tasks) {
            gives.addAll(task.gives);
            takes.addAll(task.takes);
        }
        return new Task(List.of(stage), takes, gives);
    }

    /** What {@code this => next} means. */
    public Task connect(Task next) {
        for (List<String> items : next.takes)
            if (!gives.equals(items))
                throw new IllegalArgumentException(items(gives) + " does not flow into " + items(items));
        List<Stage> all = new ArrayList<>(stages);
        all.addAll(next.stages);
        return new Task(all, takes, next.gives);
    }

    private static String items(List<String> types) { return types.isEmpty() ? "nothing" : String.join(", ", types); }

    /** Begins to run the graph: here {@link #finish} does all of it. */
    public void start() { }

    /** Runs the graph until one of its workers says that there is no more. */
    public void finish() {
        for (List<String> items : takes)
            if (!items.isEmpty())
                throw new IllegalStateException("a task takes an item that the task before it does not give");
        try {
            while (true) {
                List<Object> items = results();
                for (Stage stage : stages) items = stage.run(items);
            }
        } catch (Underflow end) {
            // The stream ends, whoever ends it.
        } catch (Throwable e) {
            throw Task.<RuntimeException>unchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable e) throws E { throw (E) e; }
}
