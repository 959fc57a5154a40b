import java.io.BufferedReader;
import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.MalformedURLException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.UnknownHostException;

/** Names of resources: programs that can read from anywhere, and read files. */
public class Urls {
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
