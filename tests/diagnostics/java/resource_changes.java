// javac: line 8: variable r used as a try-with-resources resource neither final nor effectively final
class Main {
    static class R implements AutoCloseable { public void close() { } }

    void m() throws Exception {
        R r = new R();
        r = new R();
        try (r) {
            r.hashCode();
        }
    }
}
