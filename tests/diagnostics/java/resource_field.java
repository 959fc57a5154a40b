// javac: line 7: variable r used as a try-with-resources resource neither final nor effectively final
class Main {
    static class R implements AutoCloseable { public void close() { } }
    R r = new R();

    void m() throws Exception {
        try (r) {
            r.hashCode();
        }
    }
}
