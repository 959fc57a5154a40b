import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tic-tac-toe and Connect Four through one generic alpha-beta search with a transposition table. */
public class GameTree {
    enum Player {
        X, O, NOBODY;

        Player other() { return this == X ? O : this == O ? X : NOBODY; }
    }

    static abstract class Game<M extends Comparable<M>> {
        protected Player turn = Player.X;
        protected int depth;

        abstract List<M> moves();
        abstract void play(M m);
        abstract void undo(M m);
        abstract Player winner();
        abstract long key();
        protected abstract int heuristic();
        boolean over() { return winner() != Player.NOBODY || moves().isEmpty(); }
    }

    static class TicTacToe extends Game<Integer> {
        private static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        private final Player[] board = new Player[9];

        { java.util.Arrays.fill(board, Player.NOBODY); }

        List<Integer> moves() {
            List<Integer> r = new ArrayList<>(9);
            if (winner() == Player.NOBODY) for (int i = 0; i < 9; i++) if (board[i] == Player.NOBODY) r.add(i);
            return r;
        }

        void play(Integer m) {
            board[m] = turn;
            turn = turn.other();
            depth++;
        }

        void undo(Integer m) {
            board[m] = Player.NOBODY;
            turn = turn.other();
            --depth;
        }

        Player winner() {
            for (int[] l : LINES)
                if (board[l[0]] != Player.NOBODY && board[l[0]] == board[l[1]] && board[l[1]] == board[l[2]]) return board[l[0]];
            return Player.NOBODY;
        }

        long key() {
            long k = 0;
            for (Player p : board) k = k * 3 + p.ordinal();
            return k;
        }

        protected int heuristic() { return 0; }

        @Override public String toString() {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < 9; i++) b.append(board[i] == Player.NOBODY ? "." : board[i].name()).append(i % 3 == 2 ? "\n" : " ");
            return b.toString();
        }
    }

    static class Connect extends Game<Character> {
        static final int W = 5, H = 4;
        private long[] stones = new long[2];
        private final int[] height = new int[W];

        List<Character> moves() {
            List<Character> r = new ArrayList<>();
            if (winner() == Player.NOBODY)
                for (char c = 'a'; c < 'a' + W; c++) if (height[c - 'a'] < H) r.add(c);
            return r;
        }

        void play(Character m) {
            int c = m - 'a';
            stones[turn.ordinal()] |= 1L << c * (H + 1) + height[c]++;
            turn = turn.other();
            depth++;
        }

        void undo(Character m) {
            int c = m - 'a';
            turn = turn.other();
            stones[turn.ordinal()] &= ~(1L << c * (H + 1) + --height[c]);
            depth--;
        }

        private static boolean four(long b) {
            for (int d : new int[] {1, H, H + 1, H + 2}) {
                long two = b & b >> d;
                if ((two & two >> 2 * d) != 0) return true;
            }
            return false;
        }

        Player winner() { return four(stones[0]) ? Player.X : four(stones[1]) ? Player.O : Player.NOBODY; }

        long key() { return stones[0] * 31 + stones[1] * 1_000_003L + turn.ordinal(); }

        protected int heuristic() { return Long.bitCount(stones[0] & 0b00110_00110_00110L << 5) - Long.bitCount(stones[1] & 0xFFF0L); }
    }

    static class Search<M extends Comparable<M>> {
        private final Game<M> game;
        private final Map<Long, Integer> seen = new HashMap<>();
        int nodes, cut, remembered;

        Search(Game<M> game) { this.game = game; }

        int value(int limit, int alpha, int beta) {
            nodes++;
            Player w = game.winner();
            if (w != Player.NOBODY) return w == game.turn ? 100 - game.depth : game.depth - 100;
            List<M> moves = game.moves();
            if (moves.isEmpty()) return 0;
            if (limit == 0) return game.turn == Player.X ? game.heuristic() : -game.heuristic();
            Long key = game.key() * 64 + limit;
            Integer old = seen.get(key);
            if (old != null) {
                remembered++;
                return old;
            }
            int best = Integer.MIN_VALUE;
            boolean exact = true;
            for (M m : moves) {
                game.play(m);
                int v = -value(limit - 1, -beta, -alpha);
                game.undo(m);
                best = Math.max(best, v);
                alpha = Math.max(alpha, v);
                if (alpha >= beta) {
                    cut++;
                    exact = false;
                    break;
                }
            }
            if (exact) seen.put(key, best);
            return best;
        }

        M best(int limit) {
            M best = null;
            int most = -1000;
            List<M> moves = game.moves();
            Collections.sort(moves, Collections.reverseOrder());
            for (M m : moves) {
                game.play(m);
                int v = -value(limit - 1, -1000, 1000);
                game.undo(m);
                if (v > most || v == most && best != null && m.compareTo(best) < 0) {
                    most = v;
                    best = m;
                }
            }
            return best;
        }
    }

    static <M extends Comparable<M>> String playOut(Game<M> g, int limit) {
        Search<M> s = new Search<>(g);
        StringBuilder b = new StringBuilder();
        while (!g.over()) {
            M m = s.best(limit);
            g.play(m);
            b.append(m).append(' ');
        }
        return b + "winner " + g.winner() + ", " + s.nodes + " nodes, " + s.cut + " cuts, " + s.remembered + " known";
    }

    public static void main(String[] args) {
        TicTacToe t = new TicTacToe();
        System.out.println(playOut(t, 9));
        System.out.print(t);
        System.out.println(playOut(new Connect(), 5));
        Game<Integer> forced = new TicTacToe();
        for (int m : new int[] {0, 4, 8, 1}) forced.play(m);
        Search<Integer> s = new Search<>(forced);
        System.out.println("block at " + s.best(3));
        System.out.println(s.value(6, -1000, 1000));
    }
}
