/** Flow about a body on an unstructured grid: Rodinia, cfd (euler3d), first order in time. */
public class EulerFlow {
    static final int NNB = 4, NVAR = 5, DENSITY = 0, MOMENTUM = 1, ENERGY = 4;
    static final float GAMMA = 1.4f, SMOOTHING = 0.2f;

    static class Vec3 {
        float x, y, z;

        Vec3(float x, float y, float z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    static Vec3 velocity(float density, Vec3 momentum) {
        return new Vec3(momentum.x / density, momentum.y / density, momentum.z / density);
    }

    static float speedSqd(Vec3 v) {
        return v.x * v.x + v.y * v.y + v.z * v.z;
    }

    static float pressure(float density, float energy, float speed) {
        return (GAMMA - 1) * (energy - 0.5f * density * speed);
    }

    static float speedOfSound(float density, float pressure) {
        return (float) Math.sqrt(GAMMA * pressure / density);
    }

    static void stepFactor(int nelr, float[] variables, float[] areas, float[] factors) {
        for (int i = 0; i < nelr; i++) {
            float density = variables[i + DENSITY * nelr];
            Vec3 momentum = new Vec3(variables[i + MOMENTUM * nelr], variables[i + (MOMENTUM + 1) * nelr], variables[i + (MOMENTUM + 2) * nelr]);
            float energy = variables[i + ENERGY * nelr];
            Vec3 velocity = velocity(density, momentum);
            float speed = speedSqd(velocity);
            float pressure = pressure(density, energy, speed);
            float sound = speedOfSound(density, pressure);
            factors[i] = 0.5f / ((float) Math.sqrt(areas[i]) * ((float) Math.sqrt(speed) + sound));
        }
    }

    static void flux(int nelr, int[] neighbours, float[] normals, float[] variables, float[] fluxes, float[] far) {
        for (int i = 0; i < nelr; i++) {
            float densityI = variables[i];
            Vec3 momentumI = new Vec3(variables[i + nelr], variables[i + 2 * nelr], variables[i + 3 * nelr]);
            float energyI = variables[i + ENERGY * nelr];
            Vec3 velocityI = velocity(densityI, momentumI);
            float speedI = speedSqd(velocityI);
            float pressureI = pressure(densityI, energyI, speedI);
            float soundI = speedOfSound(densityI, pressureI);
            float[] sum = new float[NVAR];
            for (int j = 0; j < NNB; j++) {
                int nb = neighbours[i + j * nelr];
                float nx = normals[i + (j + 0 * NNB) * nelr];
                float ny = normals[i + (j + 1 * NNB) * nelr];
                float nz = normals[i + (j + 2 * NNB) * nelr];
                float len = (float) Math.sqrt(nx * nx + ny * ny + nz * nz);
                if (nb >= 0) {
                    float densityN = variables[nb];
                    Vec3 momentumN = new Vec3(variables[nb + nelr], variables[nb + 2 * nelr], variables[nb + 3 * nelr]);
                    float energyN = variables[nb + ENERGY * nelr];
                    Vec3 velocityN = velocity(densityN, momentumN);
                    float speedN = speedSqd(velocityN);
                    float pressureN = pressure(densityN, energyN, speedN);
                    float soundN = speedOfSound(densityN, pressureN);
                    float factor = -len * SMOOTHING * 0.5f
                            * ((float) Math.sqrt(speedI) + (float) Math.sqrt(speedN) + soundI + soundN);
                    sum[0] += factor * (densityI - densityN);
                    sum[4] += factor * (energyI - energyN);
                    sum[1] += factor * (momentumI.x - momentumN.x);
                    sum[2] += factor * (momentumI.y - momentumN.y);
                    sum[3] += factor * (momentumI.z - momentumN.z);
                    factor = 0.5f * nx;
                    sum[0] += factor * (momentumN.x + momentumI.x);
                    sum[4] += factor * (velocityN.x * (energyN + pressureN) + velocityI.x * (energyI + pressureI));
                    sum[1] += factor * (momentumN.x * velocityN.x + pressureN + momentumI.x * velocityI.x + pressureI);
                    sum[2] += factor * (momentumN.x * velocityN.y + momentumI.x * velocityI.y);
                    sum[3] += factor * (momentumN.x * velocityN.z + momentumI.x * velocityI.z);
                } else if (nb == -1) {
                    sum[1] += nx * pressureI;
                    sum[2] += ny * pressureI;
                    sum[3] += nz * pressureI;
                } else {
                    float factor = 0.5f * nx;
                    sum[0] += factor * (far[MOMENTUM] + momentumI.x);
                    sum[4] += factor * (far[ENERGY] + velocityI.x * (energyI + pressureI));
                }
            }
            for (int k = 0; k < NVAR; k++) {
                fluxes[i + k * nelr] = sum[k];
            }
        }
    }

    static void timeStep(int nelr, float[] old, float[] variables, float[] factors, float[] fluxes) {
        for (int i = 0; i < nelr; i++) {
            float factor = factors[i] / 2;
            for (int k = 0; k < NVAR; k++) {
                variables[i + k * nelr] = old[i + k * nelr] + factor * fluxes[i + k * nelr];
            }
        }
    }

    static void solve(int nelr, float[] variables, float[] areas, int[] neighbours, float[] normals, float[] far, int steps) {
        float[] old = new float[variables.length];
        float[] fluxes = new float[variables.length];
        float[] factors = new float[nelr];
        for (int s = 0; s < steps; s++) {
            System.arraycopy(variables, 0, old, 0, variables.length);
            stepFactor(nelr, variables, areas, factors);
            for (int j = 0; j < 2; j++) {
                flux(nelr, neighbours, normals, variables, fluxes, far);
                timeStep(nelr, old, variables, factors, fluxes);
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        float[] far = {1.4f, 1.68f, 0.02f, 0, 3.5f};
        int[] neighbours = new int[NNB * n];
        float[] normals = new float[3 * NNB * n];
        float[] areas = new float[n];
        for (int i = 0; i < n; i++) {
            areas[i] = 1 + i % 7;
            for (int j = 0; j < NNB; j++) {
                int to = (i + (j - 2) * 7 + 3) % (n + 5);
                neighbours[i + j * n] = i % 97 == 5 ? -1 : to >= 0 && to < n ? to : -2;
                for (int d = 0; d < 3; d++) {
                    normals[i + (j + d * NNB) * n] = ((i + j * 3 + d * 5) % 11 - 5) / 100f;
                }
            }
        }
        for (int round = 0; round < rounds; round++) {
            float[] variables = new float[NVAR * n];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < NVAR; k++) {
                    variables[i + k * n] = far[k] * (1 + i % 5 / 100f);
                }
            }
            long start = System.nanoTime();
            solve(n, variables, areas, neighbours, normals, far, 5);
            long end = System.nanoTime();
            double sum = 0;
            for (int i = 0; i < variables.length; i++) {
                sum += variables[i] * (1 + i % 13);
            }
            System.out.println(rounds > 1 ? "time cfd " + (end - start) : "cfd " + sum);
        }
    }
}
