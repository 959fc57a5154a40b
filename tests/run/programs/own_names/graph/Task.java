package graph;

public class Task {
    private final int id;

    public Task(int id) { this.id = id; }
    public String toString() { return "task " + id; }
}
