import java.util.BitSet;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Scanner;

public class Scan {
    public static void main(String[] args) {
        Scanner s = new Scanner("12 -7 3.5e2 true word 99999999999 1,234 x\nline two  \r\n\nlast 0x1 ff 1.5 NaN");
        System.out.println(s.nextInt() + s.nextInt() + " " + s.nextDouble() + s.nextBoolean() + s.next());
        System.out.println(s.hasNextInt() + " " + s.hasNextLong() + " " + s.hasNextDouble());
        try {
            s.nextInt();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(s.nextLong() + " " + s.nextInt());
        try {
            s.nextInt();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        System.out.println(s.next() + "[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "]" + s.next());
        System.out.println(s.hasNextInt() + s.next() + s.nextInt(16) + " " + s.nextFloat() + " " + s.nextDouble() + s.hasNext() + s.hasNextLine());
        try {
            s.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            s.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        s.close();
        try {
            s.hasNext();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        Scanner d = new Scanner("a, b,c ,d;;e").useDelimiter("\\s*[,;]\\s*");
        while (d.hasNext()) System.out.print("<" + d.next() + ">");
        System.out.println();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5000; i++) text.append(i * 7919 % 1000003).append(i % 10 == 9 ? "\n" : " ");
        Scanner big = new Scanner(text.toString());
        long sum = 0;
        int count = 0;
        while (big.hasNextInt()) {
            sum += big.nextInt();
            count++;
        }
        System.out.println(count + " " + sum);

        Random r = new Random(5);
        BitSet a = new BitSet(), b = new BitSet(200);
        for (int i = 0; i < 100; i++) {
            a.set(r.nextInt(300));
            b.set(r.nextInt(250));
        }
        System.out.println(a);
        System.out.println(a.cardinality() + " " + a.length() + " " + a.size() + " " + b.size() + " " + a.hashCode() + " " + a.intersects(b));
        BitSet c = (BitSet) a.clone();
        c.and(b);
        System.out.println(c);
        c.or(b);
        System.out.println(c.equals(b));
        c.xor(a);
        System.out.println(c.cardinality());
        c.andNot(b);
        c.set(10, 75);
        c.clear(20, 30);
        c.flip(60, 140);
        c.flip(0);
        System.out.println(c + " " + c.nextClearBit(10) + " " + c.nextSetBit(76) + " " + c.previousSetBit(100) + " " + c.previousClearBit(74));
        System.out.println(c.get(50, 70) + " " + c.get(3) + " " + c.isEmpty() + " " + c.toLongArray().length + " " + c.toByteArray().length);
        c.clear();
        System.out.println(c + " " + c.length() + c.nextSetBit(0) + " " + new BitSet().hashCode());
        try {
            c.set(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        BitSet sieve = new BitSet(1000);
        sieve.set(2, 1000);
        for (int p = 2; p * p < 1000; p = sieve.nextSetBit(p + 1)) for (int m = p * p; m < 1000; m += p) sieve.clear(m);
        System.out.println(sieve.cardinality() + " " + sieve.stream().sum());
    }
}
