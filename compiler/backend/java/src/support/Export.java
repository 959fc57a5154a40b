package somd;

/** The method, or those of the class, are what a library offers to callers in other languages; the value is its name there. */
public @interface Export {
    String value() default "";
}
