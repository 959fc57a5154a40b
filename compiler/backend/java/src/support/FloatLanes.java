package somd;

import java.util.Arrays;

/**
 * A sum or product over an index space in its fixed shape, which depends on the number of iterations alone.
 *
 * Blocks of 256 lanes by 64 rows: lane {@code l} folds the iterations {@code row * 256 + l} of its block in order, lanes are then
 * combined by halving, and the blocks' results are the iterations of a further one of this shape. Up to 32 iterations are folded
 * by a single lane.
 */
public final class FloatLanes {
    private static final int LANES = 256;
    private static final int BLOCK = LANES * 64;

    private final boolean product;
    private final float identity;
    private final float[] lanes;
    private float[] blocks = new float[1];
    private int blockCount;
    private long next;

    private FloatLanes(long count, boolean product) {
        this.product = product;
        this.identity = product ? 1 : -0.0f;
        this.lanes = new float[count <= 32 ? 1 : LANES];
        Arrays.fill(lanes, identity);
    }

    public static FloatLanes sum(long count) { return new FloatLanes(count, false); }

    public static FloatLanes product(long count) { return new FloatLanes(count, true); }

    /** What the next iteration folds into. */
    public float take() { return lanes[(int) (next % lanes.length)]; }

    /** Gives it back. */
    public void put(float value) {
        lanes[(int) (next % lanes.length)] = value;
        next++;
        if (next % BLOCK == 0) {
            close();
        }
    }

    private float combine(float a, float b) { return product ? a * b : a + b; }

    private void close() {
        for (int width = lanes.length / 2; width > 0; width /= 2) {
            for (int lane = 0; lane < width; lane++) {
                lanes[lane] = combine(lanes[lane], lanes[lane + width]);
            }
        }
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blockCount);
        }
        blocks[blockCount++] = lanes[0];
        Arrays.fill(lanes, identity);
    }

    /** All iterations together, behind an initial value. */
    public float finish(float initial) { return combine(initial, total()); }

    private float total() {
        if (next % BLOCK != 0) {
            close();
        }
        if (blockCount == 0) {
            return identity;
        }
        if (blockCount == 1) {
            return blocks[0];
        }
        FloatLanes further = new FloatLanes(blockCount, product);
        for (int i = 0; i < blockCount; i++) {
            further.put(combine(further.take(), blocks[i]));
        }
        return further.total();
    }
}
