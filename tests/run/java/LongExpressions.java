/** Expressions that are long, or deep: what a compiler does to each part it does once. */
public class LongExpressions {
    static int calls;

    static String next(String s) {
        calls++;
        return s + calls % 10;
    }

    static String chain(String s, int x) {
        return new StringBuilder()
            .append(s).append(x).append('c').append("3").append(next(s))
            .append(s).append(x).append('c').append("1").append(next(s))
            .append(s).append(x).append('c').append("6").append(next(s))
            .append(s).append(x).append('c').append("4").append(next(s))
            .append(s).append(x).append('c').append("2").append(next(s))
            .append(s).append(x).append('c').append("0").append(next(s))
            .append(s).append(x).append('c').append("5").append(next(s))
            .append(s).append(x).append('c').append("3").append(next(s))
            .append(s).append(x).append('c').append("1").append(next(s))
            .append(s).append(x).append('c').append("6").append(next(s))
            .append(s).append(x).append('c').append("4").append(next(s))
            .append(s).append(x).append('c').append("2").append(next(s))
            .toString();
    }

    static String deep(String s) {
        return next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(s))))))))))))))))))))))))))))));
    }

    static String choose(int x) {
        return switch (x) { case 0 -> "0" + x; default ->
        switch (x) { case 3 -> "1" + x; default ->
        switch (x) { case 6 -> "2" + x; default ->
        switch (x) { case 9 -> "3" + x; default ->
        switch (x) { case 12 -> "4" + x; default ->
        switch (x) { case 15 -> "5" + x; default ->
        switch (x) { case 18 -> "6" + x; default ->
        switch (x) { case 21 -> "7" + x; default ->
        switch (x) { case 24 -> "8" + x; default ->
        switch (x) { case 27 -> "9" + x; default ->
        switch (x) { case 30 -> "10" + x; default ->
        switch (x) { case 33 -> "11" + x; default ->
        switch (x) { case 36 -> "12" + x; default ->
        switch (x) { case 39 -> "13" + x; default ->
        switch (x) { case 42 -> "14" + x; default ->
        switch (x) { case 45 -> "15" + x; default ->
        switch (x) { case 48 -> "16" + x; default ->
        switch (x) { case 51 -> "17" + x; default ->
        next("");
        }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; };
    }

    static int either(int x) {
        return x == 0 ? next("0").length() + 0
            : x == 1 ? next("1").length() + 1
            : x == 2 ? next("2").length() + 2
            : x == 3 ? next("3").length() + 3
            : x == 4 ? next("4").length() + 4
            : x == 5 ? next("5").length() + 5
            : x == 6 ? next("6").length() + 6
            : x == 7 ? next("7").length() + 7
            : x == 8 ? next("8").length() + 8
            : x == 9 ? next("9").length() + 9
            : x == 10 ? next("10").length() + 10
            : x == 11 ? next("11").length() + 11
            : x == 12 ? next("12").length() + 12
            : x == 13 ? next("13").length() + 13
            : x == 14 ? next("14").length() + 14
            : x == 15 ? next("15").length() + 15
            : x == 16 ? next("16").length() + 16
            : x == 17 ? next("17").length() + 17
            : x == 18 ? next("18").length() + 18
            : x == 19 ? next("19").length() + 19
            : x == 20 ? next("20").length() + 20
            : x == 21 ? next("21").length() + 21
            : x == 22 ? next("22").length() + 22
            : x == 23 ? next("23").length() + 23
            : x == 24 ? next("24").length() + 24
            : x == 25 ? next("25").length() + 25
            : x == 26 ? next("26").length() + 26
            : x == 27 ? next("27").length() + 27
            : x == 28 ? next("28").length() + 28
            : x == 29 ? next("29").length() + 29
            : x == 30 ? next("30").length() + 30
            : x == 31 ? next("31").length() + 31
            : x == 32 ? next("32").length() + 32
            : x == 33 ? next("33").length() + 33
            : x == 34 ? next("34").length() + 34
            : x == 35 ? next("35").length() + 35
            : x == 36 ? next("36").length() + 36
            : x == 37 ? next("37").length() + 37
            : x == 38 ? next("38").length() + 38
            : x == 39 ? next("39").length() + 39 : -1;
    }

    public static void main(String[] args) {
        System.out.println(chain("ab", 12));
        System.out.println(deep("d"));
        for (int i = 0; i < 60; i += 7) System.out.print(choose(i) + " " + either(i) + " ");
        System.out.println();
        System.out.println(calls);
    }
}
