package somd;

/** It is an error where the method cannot run on a device. */
public @interface AssertOffload { }
