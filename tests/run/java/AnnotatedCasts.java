// Annotations of types within the arguments of annotations: of casts, next to annotations that are values.

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

public class AnnotatedCasts {
    @Target(ElementType.TYPE_USE)
    @interface Small {
        int bits() default 8;
    }

    @interface Tag {
        String value();
    }

    @interface Facts {
        byte size() default 0;

        String name() default "";

        Tag tag() default @Tag("none");

        Tag[] tags() default {};
    }

    @Facts(size = (@Small byte) 300, name = (@Small(bits = 16) String) "seven", tag = @Tag((@Small String) "own"))
    static int seven() {
        return 7;
    }

    @Facts(tags = { @Tag("a"), @Tag((@Small @Deep String) "b") }, size = (byte) (@Small int) 3L)
    static int eight = 8;

    @Target(ElementType.TYPE_USE)
    @interface Deep {
    }

    public static void main(String[] args) {
        @Facts(size = (@Small byte) 1)
        int nine = eight + 1;
        System.out.println(seven() + " " + eight + " " + nine);
    }
}
