package bench.section;

import bench.util.Instrumentor;
import bench.section.kernels.*;

/** A suite in the manner of the benchmark collections of about 2000. */
public class All {
  static final int size = 1;

  public static void main(String argv[]) {
    int s = 0;
    if (argv.length != 0) s = Integer.parseInt(argv[0]);
    RelaxBench sor = new RelaxBench();
    sor.run(s);
    sor.run(bench.util.Section.MAXSIZE - 1);
    bench.util.Section again = sor;
    if (!bench.util.Section.DEBUG) again.setsize(size);
    double y[] = new double[4], x[] = {1, 2, 3, 4};
    RelaxBench.multiply(y, new double[] {.5, .25, 2, 8}, new int[] {0, 1, 1, 3}, new int[] {3, 2, 0, 1}, x, 3);
    for (int i = 0; i < y.length; i++) System.out.print(y[i] + "\t");
    System.out.println();
    Instrumentor.startTimer("nothing");
    Instrumentor.storeData("x", x);
    Object[] o = new Object[1];
    Instrumentor.retrieveData("x", o);
    double back[] = (double[]) o[0];
    System.out.println(back[3] + " " + (back == x) + " " + Instrumentor.count());
    Instrumentor.reset();
    System.out.println(Instrumentor.count() + " " + (Instrumentor.readTimer("gone") == 0));
  }
}
