import java.io.*;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UnsupportedEncodingException;
import java.net.MalformedURLException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.*;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Names of resources and files. */
public class UrlParts {
    public static void main(String[] args) throws Throwable {
        UrlTexts.main(args);
        UrlsAndStreams.main(args);
        PathsAndTrees.main(args);
        Urls.main(args);
    }
}

class UrlTexts {
    static void decode(String s) {
        try {
            System.out.println("[" + URLDecoder.decode(s, "UTF-8") + "]");
        } catch (IllegalArgumentException | UnsupportedEncodingException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"", "a b&c=d/e?f", "x*y-z_.~", "grün €5", "\uD83D\uDE00!", "100%"}) {
            String encoded = URLEncoder.encode(s, "UTF-8");
            System.out.println(encoded + " " + URLEncoder.encode(s, StandardCharsets.ISO_8859_1));
            System.out.println(URLDecoder.decode(encoded, StandardCharsets.UTF_8).equals(s));
        }
        decode("a+b%20c%C3%BC%e2%82%ac");
        decode("%4");
        decode("ab%");
        decode("%zz");
        decode("%-1");
        decode("%41%4");
        try {
            URLEncoder.encode("ü", "none");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e);
        }
        try {
            URLDecoder.decode("a", "");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e);
        }
    }
}

class UrlsAndStreams {
    static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes()) {
            @Override
            public void close() throws IOException {
                System.out.print("<" + text + ">");
                super.close();
            }
        };
    }

    static void decode(String text) {
        try {
            System.out.println(URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void locks() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        ReadWriteLock seen = lock;
        seen.readLock().lock();
        seen.readLock().lock();
        System.out.println(lock.getReadLockCount() + " " + lock.isWriteLocked() + " " + lock.writeLock().tryLock());
        seen.readLock().unlock();
        seen.readLock().unlock();
        ReentrantReadWriteLock.WriteLock writer = lock.writeLock();
        writer.lock();
        try {
            lock.readLock().lock();
            System.out.println(lock.getReadHoldCount() + " " + lock.getWriteHoldCount() + " " + writer.isHeldByCurrentThread());
        } finally {
            lock.readLock().unlock();
            writer.unlock();
        }
        try {
            writer.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            lock.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws IOException {
        for (String text : new String[] {"", "plain-text_1.*", "a b&c=d/e?f", "über 5 € \uD83D\uDE00!", "lone \uD800 half"}) {
            String written = URLEncoder.encode(text, StandardCharsets.UTF_8);
            System.out.println(written + " " + URLDecoder.decode(written, "UTF-8").equals(text));
        }
        System.out.println(URLEncoder.encode("é", "ISO-8859-1") + URLEncoder.encode("é", StandardCharsets.UTF_16));
        try {
            URLEncoder.encode("x", "no-such");
        } catch (UnsupportedEncodingException e) {
            System.out.println(e.getMessage());
        }
        decode("a+b%20c%C3%A9");
        decode("100%");
        decode("%4");
        decode("%zz");
        decode("%-1");
        decode("%41%4");
        locks();

        SequenceInputStream two = new SequenceInputStream(stream("one "), stream("two"));
        System.out.println((char) two.read() + "" + two.available());
        System.out.println(new String(two.readAllBytes()) + two.read());
        List<InputStream> streams = List.of(stream(""), stream("ab"), stream(""), stream("c"));
        SequenceInputStream several = new SequenceInputStream(new Vector<>(streams).elements());
        byte[] into = new byte[5];
        System.out.println(several.read(into, 1, 4) + Arrays.toString(into));
        several.close();
        System.out.println(several.read());

        File folder = Files.createTempDirectory("listed").toFile();
        for (String name : List.of("b.txt", "a.txt", "c.csv"))
            new FileWriter(new File(folder, name)).close();
        String[] names = folder.list((where, name) -> name.endsWith(".txt"));
        Arrays.sort(names);
        System.out.println(Arrays.toString(names));
        File[] files = folder.listFiles(file -> file.getName().startsWith("c"));
        System.out.println(files.length + files[0].getName());
        System.out.println(folder.listFiles((where, name) -> where.equals(folder) && name.length() > 9).length);
        System.out.println(new File(folder, "none").listFiles(File::isFile) == null);
        for (File file : folder.listFiles())
            file.delete();
        folder.delete();
    }
}

/** Parts of paths, and visits of the files of a tree. */
class PathsAndTrees {
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

/** Names of resources: programs that can read from anywhere, and read files. */
class Urls {
    /** What nobody calls may use what there is not. */
    static InputStream from(Socket socket) throws IOException { return socket.getInputStream(); }

    static InputStream open(String name) {
        try {
            File file = new File(name);
            if (file.exists()) return new java.io.FileInputStream(file);
            URL url = Urls.class.getResource(name);
            if (url == null) url = Urls.class.getClassLoader().getResource(name);
            if (url == null) url = new URL(name);
            URLConnection site = url.openConnection();
            site.setConnectTimeout(10);
            return site.getInputStream();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("unknown host " + e.getMessage());
        } catch (IOException e) {
            throw new IllegalArgumentException("could not open " + name + ": " + e.getMessage(), e);
        }
    }

    static void show(String text) {
        try {
            URL u = new URL(text);
            System.out.println(u + " | " + u.getProtocol() + " | " + u.getAuthority() + " | " + u.getUserInfo() + " | " + u.getHost() + " | "
                + u.getPort() + " | " + u.getDefaultPort() + " | " + u.getFile() + " | " + u.getPath() + " | " + u.getQuery() + " | " + u.getRef());
        } catch (MalformedURLException e) {
            System.out.println(e);
        }
    }

    static void name(String text) {
        try {
            URI u = new URI(text);
            System.out.println(u + " | " + u.getScheme() + " | " + u.getSchemeSpecificPart() + " | " + u.getAuthority() + " | " + u.getUserInfo() + " | "
                + u.getHost() + " | " + u.getPort() + " | " + u.getPath() + " | " + u.getRawPath() + " | " + u.getQuery() + " | " + u.getFragment() + " | "
                + u.isAbsolute() + u.isOpaque() + " | " + u.normalize());
        } catch (URISyntaxException e) {
            System.out.println(e + " | " + e.getIndex() + " | " + e.getReason());
        }
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"http://a.b:80/c/d?e=f#g", "https://me:word@host/x/../y", "file:/tmp/x y", "file:///tmp/z", "ftp://h", "mailto:a@b",
                "http:", "nothing", "zip:/a", "http://h:x/", "http://h:-5/", "HTTP://Big.Host/P"}) {
            show(s);
        }
        URL base = new URL("http://h/a/b/c?q");
        for (String s : new String[] {"d", "/d", "../d", "./d/../e", "?x", "#y", "//o/p", "https://z/", ""}) System.out.println(new URL(base, s));
        System.out.println(new URL("http", "h", 8080, "/f?g") + " " + new URL("file", "", "/f") + " " + base.equals(new URL("http://H:80/a/b/c?q")));

        for (String s : new String[] {"http://a.b:80/c/d?e=f#g", "urn:isbn:1", "a/b/../c", "/a/./b", "x y", "http://h/a b", "http://h/%41%zz", "http://h/%41%C3%A4", "1a:b", "a:",
                "http://", "//h/p", "#f", "", "?q", "http://[::1]:5/x", "http://u_v/w", "http://h/q?a|b", "http://h/q#a|b", "../../a", "http://h:99/a/../../b",
                "a^b:c", "file:///etc/x"}) {
            name(s);
        }
        URI at = URI.create("http://h/a/b/c?q");
        for (String s : new String[] {"d", "/d", "../d", "./d/../e", "?x", "#y", "//o/p", "urn:z", "../../../d"}) System.out.println(at.resolve(s));
        System.out.println(URI.create("http://h/a/").relativize(URI.create("http://h/a/b/c")) + " " + at.relativize(URI.create("ftp://h/")));
        System.out.println(new URI("http", "h", "/a b/\u00e4?%", "f g") + " " + new URI("http", "u", "h", 5, "/p", "a=b c", null).toASCIIString());
        System.out.println(new URI("x", "a b", "c") + " " + URI.create("HTTP://H/%aa").equals(URI.create("http://h/%AA")) + " " + at.compareTo(URI.create("http://h/b")));
        try {
            URI.create("a b");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            URI.create("a").toURL();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        File file = File.createTempFile("some", "thing.txt");
        try (FileWriter w = new FileWriter(file)) {
            w.write("first line\nsecond\n");
        }
        URL url = file.toURI().toURL();
        System.out.println(url.getPath().equals(file.getPath()) + " " + url.openConnection().getContentLength() + " " + new File(file.toURI()).equals(file));
        try (BufferedReader r = new BufferedReader(new InputStreamReader(url.openStream()))) {
            System.out.println(r.readLine() + ", " + r.readLine());
        }
        try (InputStream in = open(file.getPath())) {
            System.out.println((char) in.read());
        }
        file.delete();
        for (String s : new String[] {"there/is/none", "file:/there/is/none", "http://no-host.invalid/x"}) {
            try {
                open(s);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Urls.class.getResourceAsStream("there-is-none.dat") + " " + ClassLoader.getSystemResource("nor.here"));
        System.out.println(new Object() { }.getClass().getCanonicalName() + " " + java.util.Map.Entry[].class.getCanonicalName() + " " + int[].class.getCanonicalName());
    }
}
