// javac: line 3: invalid lambda parameter declaration
class Main {
    java.util.function.IntBinaryOperator f = (x, var y) -> x + y;
}
