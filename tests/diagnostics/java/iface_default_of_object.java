// javac: line 3: default method equals in interface Main overrides a member of java.lang.Object
interface Main {
    default boolean equals(Object other) { return true; }
}
