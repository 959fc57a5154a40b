import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** For each `.java` file of a folder, compiled as if it were `A.java`: its name, the line of javac's first error, the message; tab-separated. */
public class FirstErrors {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(args[0]))) {
            files = all.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        }
        Path out = Files.createTempDirectory("classes");
        for (Path file : files) {
            String text = Files.readString(file);
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
            compiler.getTask(null, null, found, List.of("-d", out.toString()), null, List.of(source)).call();
            String first = found.getDiagnostics().stream().filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                    .map(d -> d.getLineNumber() + "\t" + d.getMessage(null).lines().findFirst().orElse("")).findFirst().orElse("none\t");
            System.out.println(file.getFileName() + "\t" + first);
        }
    }
}
