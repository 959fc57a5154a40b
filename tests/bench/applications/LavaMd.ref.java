/** Forces between particles in neighbouring boxes: Rodinia, lavaMD. */
public class LavaMd {
    static final int PER_BOX = 24;

    static class Particle {
        double x, y, z, v;
    }

    static class Box {
        int offset;
        int[] neighbours;
    }

    static void forces(double alpha, Box[] boxes, Particle[] at, double[] charge, double[][] force) {
        double a2 = 2 * alpha * alpha;
        for (int l = 0; l < boxes.length; l++) {
            int first = boxes[l].offset;
            for (int k = 0; k < boxes[l].neighbours.length; k++) {
                int other = boxes[boxes[l].neighbours[k]].offset;
                for (int i = 0; i < PER_BOX; i++) {
                    Particle p = at[first + i];
                    double[] f = force[first + i];
                    for (int j = 0; j < PER_BOX; j++) {
                        Particle q = at[other + j];
                        double r2 = p.v + q.v - (p.x * q.x + p.y * q.y + p.z * q.z);
                        double u2 = a2 * r2;
                        double vij = Math.exp(-u2);
                        double fs = 2 * vij;
                        double dx = p.x - q.x;
                        double dy = p.y - q.y;
                        double dz = p.z - q.z;
                        double qj = charge[other + j];
                        f[0] += qj * vij;
                        f[1] += qj * fs * dx;
                        f[2] += qj * fs * dy;
                        f[3] += qj * fs * dz;
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        int side = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int n = side * side * side;
        Box[] boxes = new Box[n];
        Particle[] at = new Particle[n * PER_BOX];
        double[] charge = new double[n * PER_BOX];
        for (int b = 0; b < n; b++) {
            boxes[b] = new Box();
            boxes[b].offset = b * PER_BOX;
            int z = b / (side * side), y = b / side % side, x = b % side;
            int[] found = new int[27];
            int count = 0;
            for (int k = 0; k < 27; k++) {
                int nz = z + k / 9 - 1, ny = y + k / 3 % 3 - 1, nx = x + k % 3 - 1;
                if (nz >= 0 && ny >= 0 && nx >= 0 && nz < side && ny < side && nx < side) {
                    found[count++] = (nz * side + ny) * side + nx;
                }
            }
            boxes[b].neighbours = java.util.Arrays.copyOf(found, count);
            for (int i = 0; i < PER_BOX; i++) {
                Particle p = new Particle();
                p.x = (b * 31 + i * 17) % 10 / 10.0 + 0.1;
                p.y = (b * 13 + i * 7) % 10 / 10.0 + 0.1;
                p.z = (b * 5 + i * 3) % 10 / 10.0 + 0.1;
                p.v = (b + i) % 10 / 10.0 + 0.1;
                at[b * PER_BOX + i] = p;
                charge[b * PER_BOX + i] = (b * 3 + i) % 10 / 10.0 + 0.1;
            }
        }
        for (int round = 0; round < rounds; round++) {
            double[][] force = new double[n * PER_BOX][4];
            long start = System.nanoTime();
            forces(0.5, boxes, at, charge, force);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < force.length; i++) {
                for (int k = 0; k < 4; k++) {
                    sum += force[i][k] * (1 + i % 13);
                }
            }
            System.out.println(rounds > 1 ? "time lavaMD " + (end - start) : "lavaMD " + Math.round(sum));
        }
    }
}
