// javac: line 4: illegal record component name hashCode
record Main(
    int x,
    int hashCode
) {
}
