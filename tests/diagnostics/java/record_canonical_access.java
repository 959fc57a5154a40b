// javac: line 3: invalid canonical constructor in record A
public record A(int x) {
 A { } }
