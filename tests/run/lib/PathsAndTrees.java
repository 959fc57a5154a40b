import java.io.*;
import java.nio.file.*;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;

/** Parts of paths, and visits of the files of a tree. */
public class PathsAndTrees {
    public static void main(String[] args) throws IOException {
        Path p = Path.of("/a/b/c"), q = Path.of("/a/x/../d.txt");
        System.out.println(p.relativize(q.normalize()) + " " + Path.of("a").relativize(Path.of("a/b/c")) + " [" + p.relativize(p) + "] " + p.relativize(Path.of("/")));
        System.out.println(p.subpath(1, 3) + " " + p.resolveSibling("z") + " " + p.resolveSibling(Path.of("y")) + " " + q.normalize().getFileName());
        for (Path part : p) System.out.print(part + ";");
        System.out.println();
        try {
            p.relativize(Path.of("a"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            p.subpath(2, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Path root = Files.createTempDirectory("tree");
        Files.createDirectories(root.resolve("one/two"));
        Files.createDirectories(root.resolve("skipped"));
        Files.writeString(root.resolve("one/a.txt"), "hello");
        Files.writeString(root.resolve("one/two/b.txt"), "hello, all");
        Files.writeString(root.resolve("skipped/c.txt"), "c");
        Files.copy(new ByteArrayInputStream("hello".getBytes()), root.resolve("d.txt"));
        System.out.println(Files.mismatch(root.resolve("one/a.txt"), root.resolve("d.txt")) + " " + Files.mismatch(root.resolve("one/a.txt"), root.resolve("one/two/b.txt")));
        System.out.println(Files.isSameFile(root.resolve("d.txt"), root.resolve("one/../d.txt")) + " " + Files.isSameFile(root.resolve("d.txt"), root));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.out.println(Files.copy(root.resolve("d.txt"), bytes) + bytes.toString());
        System.out.println(Files.find(root, 9, (path, a) -> a.isRegularFile() && a.size() > 4).map(f -> root.relativize(f).toString()).sorted().toList());
        TreeSet<String> seen = new TreeSet<>();
        long[] size = {0};
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes a) {
                seen.add("> " + root.relativize(dir));
                return dir.endsWith("skipped") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                seen.add(root.relativize(file) + (a.isDirectory() ? "!" : ""));
                size[0] += a.size();
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(seen + " " + size[0]);
        Files.walkFileTree(root, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(Files.exists(root));
        try {
            Files.walkFileTree(Path.of("nowhere"), new SimpleFileVisitor<Path>() { });
        } catch (NoSuchFileException e) {
            System.out.println(e.getMessage());
        }
    }
}
