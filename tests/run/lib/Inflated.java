import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Streams of zlib and gzip, whole, in pieces, and broken. */
public class Inflated {
    static final String TEXT = "eJyNlUsOwjAQQ/ecIgdgMb9MEnEaJIKoVFoJdcHxgRPwttXItT0eZ122WaTs93I8Zjnm+ziX63Yrz/01f1+X43JafzMKZgLMDPKvBENW"
        + "wZATpCCckojrxCUV5LchrCC0NJHrA9mOfLeKsDrh5UY0eqKEIu8jEFYnvKoRjbURvxJ5nwirIV4NaezIr4G8H2iPKigUKihhqiiuyrKvhg5JnV1lsBOv"
        + "rC+SlU+yJmuoFbWjhtWB2tqENZCyV8SEcDMXotRCiG9W0RYsGVpj3DpTOpBvzrbginb6rXj0EjjKm8e/9H4A2GbcIA==";
    static final String FIXED = "y0jNyclXyEAnAQ==";
    static final String STORED = "eAEBDADz/3N0b3JlZCBieXRlcx/PBNk=";
    static final String WITH_DICTIONARY = "ePlj8ghpS0TmKKTA1QAAagoI6g==";
    static final String EMPTY = "eJwDAAAAAAE=";
    static final String TWO_MEMBERS = "H4sIAAAAAAAA/0vLLCouUchNzU1KLeICAKf0hQoNAAAAH4sIAAAAAAAA/ytOTc7PS1HIz0vlAgAvZ9IHCwAAAA==";

    static byte[] bytes(String text) {
        return Base64.getDecoder().decode(text);
    }

    static void inflate(String what, byte[] packed, boolean nowrap, int in, int out) {
        Inflater inflater = new Inflater(nowrap);
        StringBuilder text = new StringBuilder();
        byte[] piece = new byte[out];
        int at = 0;
        try {
            while (!inflater.finished()) {
                int n = inflater.inflate(piece);
                text.append(new String(piece, 0, n));
                if (n > 0 || inflater.finished())
                    continue;
                if (inflater.needsDictionary()) {
                    System.out.printf("dictionary %08x; ", inflater.getAdler());
                    inflater.setDictionary("dictionary word of the".getBytes());
                } else if (inflater.needsInput()) {
                    if (at == packed.length) {
                        System.out.print("cut off; ");
                        break;
                    }
                    int length = Math.min(in, packed.length - at);
                    inflater.setInput(packed, at, length);
                    at += length;
                }
            }
            System.out.println(what + ": " + text.length() + " " + text.toString().hashCode() + " " + inflater.getTotalIn() + " "
                + inflater.getTotalOut() + " " + inflater.getRemaining() + " " + (nowrap ? 0 : inflater.getAdler()));
        } catch (DataFormatException e) {
            System.out.println(what + ": " + e.getMessage());
        }
        inflater.end();
    }

    static void changed(String what, int at, int to) {
        byte[] packed = bytes(TEXT);
        packed[at] = (byte) to;
        inflate(what, packed, false, packed.length, 4096);
    }

    public static void main(String[] args) throws IOException {
        for (int[] pieces : new int[][] {{1000, 4096}, {1, 100}, {7, 1}, {64, 33}}) {
            inflate("text", bytes(TEXT), false, pieces[0], pieces[1]);
            inflate("fixed", bytes(FIXED), true, pieces[0], pieces[1]);
            inflate("stored", bytes(STORED), false, pieces[0], pieces[1]);
            inflate("dictionary", bytes(WITH_DICTIONARY), false, pieces[0], pieces[1]);
            inflate("empty", bytes(EMPTY), false, pieces[0], pieces[1]);
        }
        inflate("more behind", Arrays.copyOf(bytes(STORED), 40), false, 40, 50);
        inflate("short", Arrays.copyOf(bytes(TEXT), 100), false, 100, 500);
        changed("header", 0, 0x77);
        changed("method", 1, 0x9d);
        changed("kind", 2, 0xff);
        changed("sum", bytes(TEXT).length - 1, 0);
        inflate("length", new byte[] {1, 5, 0, 0, 0}, true, 5, 5);
        inflate("too far", new byte[] {(byte) 0x4b, 0x04, 0x33, 0, 0}, true, 5, 5);
        BufferedReader lines = new BufferedReader(new InputStreamReader(
            new InflaterInputStream(new ByteArrayInputStream(bytes(TEXT)))));
        System.out.println(lines.readLine() + "|" + lines.readLine() + "|" + lines.lines().count());
        GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes(TWO_MEMBERS)), 16);
        System.out.print((char) gzip.read() + new String(gzip.readAllBytes()));
        System.out.println(gzip.available());
        for (int broken : new int[] {0, 2, 34, 40, 200}) {
            byte[] packed = bytes(TWO_MEMBERS);
            if (broken < packed.length)
                packed[broken] ^= 0x10;
            else
                packed = Arrays.copyOf(packed, 20);
            try {
                System.out.println(new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes().length);
            } catch (IOException e) {
                System.out.println(e);
            }
        }
        CheckedInputStream checked = new CheckedInputStream(new ByteArrayInputStream(bytes(TEXT)), new CRC32());
        System.out.println(checked.readAllBytes().length + " " + checked.getChecksum().getValue());
        checked = new CheckedInputStream(new ByteArrayInputStream(bytes(TEXT)), new Adler32());
        System.out.println(checked.skip(100) + " " + checked.read() + " " + checked.getChecksum().getValue());
    }
}
