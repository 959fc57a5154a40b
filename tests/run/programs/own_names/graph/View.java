package graph;

public interface View<T> {
    T at(int i);

    static <T> View<T> of(java.util.List<T> list) { return list::get; }
}
