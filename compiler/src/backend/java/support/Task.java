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

    private interface Stage {
        /** From the results of the stage before to those of this one. */
        List<Object> run(List<Object> items) throws Throwable;
    }

    private final List<Stage> stages;

    private Task(List<Stage> stages) { this.stages = stages; }

    private static Task of(Stage stage) {
        List<Stage> one = new ArrayList<>();
        one.add(stage);
        return new Task(one);
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

    /** Every item goes to all of these, and their results go on together. */
    public static Task together(Task... tasks) {
        return of(items -> {
            List<Object> all = new ArrayList<>();
            for (Task task : tasks) {
                List<Object> at = items;
                for (Stage stage : task.stages) at = stage.run(at);
                all.addAll(at);
            }
            return all;
        });
    }

    /** What {@code this => next} means. */
    public Task connect(Task next) {
        List<Stage> all = new ArrayList<>(stages);
        all.addAll(next.stages);
        return new Task(all);
    }

    /** Begins to run the graph: here {@link #finish} does all of it. */
    public void start() { }

    /** Runs the graph until its source has no more. */
    public void finish() {
        try {
            while (true) {
                List<Object> items;
                try {
                    items = stages.get(0).run(results());
                } catch (Underflow end) {
                    return;
                }
                for (Stage stage : stages.subList(1, stages.size())) items = stage.run(items);
            }
        } catch (Throwable e) {
            throw Task.<RuntimeException>unchecked(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable e) throws E { throw (E) e; }
}
