import java.io.*;
import java.security.*;
import java.util.*;

public class Bundles {
    static class Words extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"one", "eins"}, {"two", "zwei"}, {"list", new String[] {"a", "b"}}};
        }
    }

    static class More extends ListResourceBundle {
        More(ResourceBundle parent) {
            setParent(parent);
        }

        protected Object[][] getContents() {
            return new Object[][] {{"one", "un"}, {"three", 3}};
        }
    }

    public static void main(String[] args) throws Exception {
        ResourceBundle words = new Words(), more = new More(words);
        System.out.println(words.getString("one") + " " + more.getString("one") + " " + more.getString("two") + " " + more.getObject("three"));
        System.out.println(Arrays.toString(more.getStringArray("list")) + " " + more.containsKey("two") + " " + more.containsKey("four"));
        System.out.println(new TreeSet<>(more.keySet()) + " " + new TreeSet<>(Collections.list(words.getKeys())));
        ResourceBundle read = new PropertyResourceBundle(new StringReader("a = 1\nb: two words\n# no\n"));
        System.out.println(read.getString("a") + " " + read.getString("b") + " " + new TreeSet<>(read.keySet()));
        try {
            read.getString("c");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " / " + e.getClassName() + " / " + e.getKey());
        }
        try {
            ResourceBundle.getBundle("none.There", Locale.FRANCE);
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage() + " / " + e.getClassName() + " / " + e.getKey());
        }
        try {
            SecureRandom.getInstance("SHA1PRNG", "NONE");
        } catch (NoSuchProviderException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(SecureRandom.getInstance("SHA1PRNG", "SUN").getAlgorithm());
    }
}
