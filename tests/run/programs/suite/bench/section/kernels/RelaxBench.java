package bench.section.kernels;

import bench.util.*;
import java.util.Random;

public class RelaxBench extends Relax implements Section {

  private int size;
  private int datasizes[]={10,20,40};
  private static final int JACOBI_NUM_ITER = 20;
  private static final long RANDOM_SEED = 10101010;
  Random R = new Random(RANDOM_SEED);
  double [][] G;
  byte text [] = null;

  public void setsize(int size){
    this.size = size;
  }

  public void initialise(){
    G = RandomMatrix(datasizes[size], datasizes[size],R);
    text = new byte[datasizes[size]];
  }

  public void kernel(){
    System.gc();
    Instrumentor.startTimer("Section2:SOR:Kernel");
    SORrun(1.25, G, JACOBI_NUM_ITER);
    Instrumentor.stopTimer("Section2:SOR:Kernel");
    for (int i = 0; i < text.length; i++) text[i] = (byte) (G[i][i] * 1e9);
  }

  public void validate(){
    StringBuffer buf = new StringBuffer();
    buf.append("Gtotal ").append(Gtotal).append(' ');
    int h = 0;
    for (int i=0;i<text.length;i++) h = h * 31 + text[i];
    buf.append(Integer.toHexString(h));
    System.out.println(buf);
  }

  public void tidyup(){
    G = null;
    text = null;
    Gtotal = 0;
    System.gc();
  }

  public void run(int size){
    Instrumentor.addTimer("Section2:SOR:Kernel", "Iterations",size);
    setsize(size);
    initialise();
    kernel();
    validate();
    tidyup();
    Instrumentor.addOpsToTimer("Section2:SOR:Kernel", (double) (JACOBI_NUM_ITER));
    Instrumentor.printTimer("Section2:SOR:Kernel");
  }

  private static double[][] RandomMatrix(int M, int N, java.util.Random R)
  {
    double A[][] = new double[M][N];
    for (int i=0; i<N; i++)
      for (int j=0; j<N; j++)
      {
        A[i][j] = R.nextDouble() * 1e-6;
      }
    return A;
  }
}
