package somd;

/** A method that is measured. */
public @interface Bench { }
