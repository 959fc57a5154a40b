package somd;

/** The method's arithmetic may be reordered and contracted. */
public @interface FastMath { }
