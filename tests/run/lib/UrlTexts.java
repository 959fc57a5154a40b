import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

public class UrlTexts {
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
