/** Lennard-Jones particles as an array of objects, in the manner of the classic molecular dynamics benchmarks. */
public class Molecules {
    static int interactions;
    static double epot, vir;
    static final int MM = 3, STEPS = 12;

    static class Particle {
        public double xcoord, ycoord, zcoord;
        public double xvelocity, yvelocity, zvelocity;
        public double xforce, yforce, zforce;

        public Particle(double x, double y, double z, double vx, double vy, double vz) {
            this.xcoord = x;
            this.ycoord = y;
            this.zcoord = z;
            this.xvelocity = vx;
            this.yvelocity = vy;
            this.zvelocity = vz;
        }

        public void move(double side) {
            xcoord = xcoord + xvelocity + xforce;
            ycoord = ycoord + yvelocity + yforce;
            zcoord = zcoord + zvelocity + zforce;
            if (xcoord < 0) { xcoord = xcoord + side; }
            if (xcoord > side) { xcoord = xcoord - side; }
            if (ycoord < 0) { ycoord = ycoord + side; }
            if (ycoord > side) { ycoord = ycoord - side; }
            if (zcoord < 0) { zcoord = zcoord + side; }
            if (zcoord > side) { zcoord = zcoord - side; }
            xvelocity = xvelocity + xforce;
            yvelocity = yvelocity + yforce;
            zvelocity = zvelocity + zforce;
            xforce = 0.0;
            yforce = 0.0;
            zforce = 0.0;
        }

        public void force(double side, double rcoff, int mdsize, int x, Particle one[]) {
            double sideh = 0.5 * side, rcoffs = rcoff * rcoff;
            double xi = xcoord, yi = ycoord, zi = zcoord;
            double fxi = 0, fyi = 0, fzi = 0;
            for (int i = x + 1; i < mdsize; i++) {
                double xx = xi - one[i].xcoord, yy = yi - one[i].ycoord, zz = zi - one[i].zcoord;
                if (xx < (-sideh)) { xx = xx + side; }
                if (xx > (sideh)) { xx = xx - side; }
                if (yy < (-sideh)) { yy = yy + side; }
                if (yy > (sideh)) { yy = yy - side; }
                if (zz < (-sideh)) { zz = zz + side; }
                if (zz > (sideh)) { zz = zz - side; }
                double rd = xx * xx + yy * yy + zz * zz;
                if (rd <= rcoffs) {
                    double rrd = 1.0 / rd, rrd2 = rrd * rrd, rrd3 = rrd2 * rrd, rrd4 = rrd2 * rrd2;
                    double rrd6 = rrd2 * rrd4, rrd7 = rrd6 * rrd;
                    epot = epot + (rrd6 - rrd3);
                    double r148 = rrd7 - 0.5 * rrd4;
                    vir = vir - rd * r148;
                    fxi = fxi + xx * r148;
                    one[i].xforce = one[i].xforce - xx * r148;
                    fyi = fyi + yy * r148;
                    one[i].yforce = one[i].yforce - yy * r148;
                    fzi = fzi + zz * r148;
                    one[i].zforce = one[i].zforce - zz * r148;
                    interactions++;
                }
            }
            xforce = xforce + fxi;
            yforce = yforce + fyi;
            zforce = zforce + fzi;
        }

        public double kinetic(double hsq2) {
            xforce = xforce * hsq2;
            yforce = yforce * hsq2;
            zforce = zforce * hsq2;
            xvelocity += xforce;
            yvelocity += yforce;
            zvelocity += zforce;
            return xvelocity * xvelocity + yvelocity * yvelocity + zvelocity * zvelocity;
        }
    }

    static class Rand {
        int iseed;
        double v1, v2;

        Rand(int iseed, double v1, double v2) {
            this.iseed = iseed;
            this.v1 = v1;
            this.v2 = v2;
        }

        double update() {
            final double scale = 4.656612875e-10;
            int is1, is2, iss2;
            final int imult = 16807, imod = 2147483647;
            if (iseed <= 0) { iseed = 1; }
            is2 = iseed % 32768;
            is1 = (iseed - is2) / 32768;
            iss2 = is2 * imult;
            is2 = iss2 % 32768;
            is1 = (is1 * imult + (iss2 - is2) / 32768) % (65536);
            iseed = (is1 * 32768 + is2) % imod;
            return scale * iseed;
        }

        double seed() {
            double s, u1, u2, r;
            s = 1.0;
            do {
                u1 = update();
                u2 = update();
                v1 = 2.0 * u1 - 1.0;
                v2 = 2.0 * u2 - 1.0;
                s = v1 * v1 + v2 * v2;
            } while (s >= 1.0);
            r = Math.sqrt(-2.0 * StrictMath.log(s) / s);
            return r;
        }
    }

    public static void main(String args[]) {
        int mdsize = MM * MM * MM * 4, ijk = 0;
        Particle one[] = new Particle[mdsize];
        double den = 0.83134, tref = 0.722, h = 0.064, side = StrictMath.pow(mdsize / den, 0.3333333);
        double rcoff = MM / 4.0, a = side / MM, hsq = h * h, hsq2 = hsq * 0.5;
        for (int lg = 0; lg <= 1; lg++)
            for (int i = 0; i < MM; i++)
                for (int j = 0; j < MM; j++)
                    for (int k = 0; k < MM; k++) {
                        one[ijk++] = new Particle(i * a + lg * a * 0.5, j * a + lg * a * 0.5, k * a, 0, 0, 0);
                    }
        for (int lg = 1; lg <= 2; lg++)
            for (int i = 0; i < MM; i++)
                for (int j = 0; j < MM; j++)
                    for (int k = 0; k < MM; k++)
                        one[ijk++] = new Particle(i * a + (2 - lg) * a * 0.5, j * a + (lg - 1) * a * 0.5, k * a + a * 0.5, 0, 0, 0);
        Rand rand = new Rand(0, 0.0, 0.0);
        for (int i = 0; i < mdsize; i += 2) {
            double r = rand.seed();
            one[i].xvelocity = r * rand.v1;
            one[i + 1].xvelocity = r * rand.v2;
            r = rand.seed();
            one[i].yvelocity = r * rand.v1;
            one[i + 1].yvelocity = r * rand.v2;
            r = rand.seed();
            one[i].zvelocity = r * rand.v1;
            one[i + 1].zvelocity = r * rand.v2;
        }
        double ekin = 0, sp = 0;
        for (Particle p : one) sp += p.xvelocity;
        sp /= mdsize;
        for (Particle p : one) {
            p.xvelocity -= sp;
            ekin += p.xvelocity * p.xvelocity + p.yvelocity * p.yvelocity + p.zvelocity * p.zvelocity;
        }
        double sc = h * Math.sqrt(tref / (ekin / (3 * mdsize)));
        for (Particle p : one) { p.xvelocity *= sc; p.yvelocity *= sc; p.zvelocity *= sc; }
        for (int move = 0; move < STEPS; move++) {
            epot = 0.0;
            vir = 0.0;
            for (int i = 0; i < mdsize; i++) one[i].move(side);
            for (int i = 0; i < mdsize; i++) one[i].force(side, rcoff, mdsize, i, one);
            double sum = 0.0;
            for (int i = 0; i < mdsize; i++) sum += one[i].kinetic(hsq2);
            ekin = sum / hsq;
            if (move % 3 == 2) System.out.println(move + ": ek " + ekin + " epot " + epot + " vir " + vir);
        }
        System.out.println(interactions + " interactions, side " + side);
        System.out.println(one[17].xcoord + " " + one[17].yvelocity + " " + one[mdsize - 1].zcoord);
    }
}
