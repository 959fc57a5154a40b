package bench.section.kernels;

public abstract class Relax {

  public static double Gtotal = 0.0;
  static int cJacobi;

  public static final void SORrun(double omega, double G[][], int num_iterations)
  {
    int M = G.length;
    int N = G[0].length;
    double omega_over_four = omega * 0.25;
    double one_minus_omega = 1.0 - omega;
    int Mm1 = M-1;
    int Nm1 = N-1;
    for (int p=0; p<num_iterations; p++) {
      for (int i=1; i<Mm1; i++) {
        double [] Gi = G[i];
        double [] Gim1 = G[i-1];
        double [] Gip1 = G[i+1];
        for (int j=1; j<Nm1; j++)
          Gi[j] = omega_over_four * (Gim1[j] + Gip1[j] + Gi[j-1] + Gi[j+1]) + one_minus_omega * Gi[j];
      }
    }
    for (int i=1; i<Nm1; i++) {
      for (int j=1; j<Nm1; j++) {
        Gtotal += G[i][j];
      }
    }
  }

  public static void multiply( double y[], double val[], int row[], int col[], double x[], int NUM_ITERATIONS)
  {
    int nz = val.length;
    for (int reps=0; reps<NUM_ITERATIONS; reps++)
      for (int i=0; i<nz; i++)
        y[ row[i] ] += x[ col[i] ] * val[i];
  }
}
