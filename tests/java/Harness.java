import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles and runs many Java programs in one virtual machine, each with classes, static state and standard streams of its own.
 *
 * <p>The argument is a file with a line a program: its folder, its main class and its arguments, tab-separated. In the folder lie
 * the sources, in {@code source}, and the standard input, if any, in {@code in}. What the program gives is written there: {@code out},
 * {@code err} and {@code code}, or {@code javac} with the compiler's messages.
 */
public class Harness {
    /** Set by the program's thread when it ends, or by {@code System.exit}, after which nothing of the program runs. */
    static final class Ending {
        private int code;
        private boolean over;

        synchronized void at(int code) {
            if (!over)
                this.code = code;
            over = true;
            notifyAll();
        }

        synchronized boolean await(long millis) throws InterruptedException {
            long until = System.currentTimeMillis() + millis;
            for (long left = millis; !over && left > 0; left = until - System.currentTimeMillis())
                wait(left);
            return over;
        }
    }

    static volatile Ending ending;

    public static void main(String[] args) throws Exception {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {}

            @Override
            public void checkExit(int code) {
                if (!Thread.currentThread().getName().equals("main program"))
                    return;
                // The program is over, and must not notice: no exception that it could catch, no `finally`.
                ending.at(code);
                while (true)
                    java.util.concurrent.locks.LockSupport.park();
            }
        });
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split("\t", -1);
            run(compiler, Path.of(words[0]), words[1], List.of(words).subList(2, words.length));
        }
        System.exit(0);
    }

    static void run(JavaCompiler compiler, Path folder, String main, List<String> arguments) throws Exception {
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes);
        List<File> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("source"))) {
            files.filter(f -> f.toString().endsWith(".java")).sorted().forEach(f -> sources.add(f.toFile()));
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-nowarn", "-Xlint:none", "-d", classes.toString());
        boolean compiled = compiler.getTask(new java.io.PrintWriter(messages, true), manager, null, options, null, manager.getJavaFileObjectsFromFiles(sources)).call();
        manager.close();
        if (!compiled) {
            Files.write(folder.resolve("javac"), messages.toByteArray());
            return;
        }

        PrintStream oldOut = System.out, oldErr = System.err;
        InputStream oldIn = System.in;
        ByteArrayOutputStream out = new ByteArrayOutputStream(), err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, false, "UTF-8"), errStream = new PrintStream(err, true, "UTF-8");
        Path input = folder.resolve("in");
        System.setOut(outStream);
        System.setErr(errStream);
        System.setIn(new ByteArrayInputStream(Files.exists(input) ? Files.readAllBytes(input) : new byte[0]));
        Ending end = new Ending();
        ending = end;
        try (URLClassLoader loader = new URLClassLoader("app", new URL[] {classes.toUri().toURL()}, Harness.class.getClassLoader())) {
            // A thread of its own: its stack is fresh, and its name is part of what an uncaught exception prints.
            Thread thread = new Thread(null, () -> end.at(call(loader, main, arguments.toArray(new String[0]))), "main program", 1 << 20);
            thread.setDaemon(true);
            thread.start();
            if (!end.await(60_000))
                Files.writeString(folder.resolve("javac"), "still running after 60 s");
        } finally {
            outStream.flush();
            errStream.flush();
            System.setOut(oldOut);
            System.setErr(oldErr);
            System.setIn(oldIn);
        }
        Files.write(folder.resolve("out"), plain(out));
        Files.write(folder.resolve("err"), plain(err));
        Files.writeString(folder.resolve("code"), String.valueOf(end.code));
    }

    /** Messages name a class loader of one's own with a number; the virtual machine's own has none. */
    static byte[] plain(ByteArrayOutputStream text) {
        // Byte for byte, whatever the encoding is.
        String s = text.toString(StandardCharsets.ISO_8859_1);
        return s.replaceAll("loader 'app' @[0-9a-f]+", "loader 'app'").getBytes(StandardCharsets.ISO_8859_1);
    }

    static int call(ClassLoader loader, String main, String[] arguments) {
        try {
            // The method alone is looked up: javac leaves out classes of dead code that signatures of others may name.
            Class<?> start = Class.forName(main, true, loader);
            MethodHandles.privateLookupIn(start, MethodHandles.lookup())
                .findStatic(start, "main", MethodType.methodType(void.class, String[].class))
                .invokeExact(arguments);
            return 0;
        } catch (Throwable e) {
            return end(e);
        }
    }

    static int end(Throwable thrown) {
        System.err.print("Exception in thread \"main\" ");
        thrown.printStackTrace();
        return 1;
    }
}
