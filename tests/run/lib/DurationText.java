import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** Durations read from text, divided by each other and cut to units. */
public class DurationText {
    public static void main(String[] args) {
        String[] texts = {
            "PT0S", "PT20.345S", "PT15M", "pt10h", "P2D", "P2DT3H4M", "PT-6H3M", "-PT6H3M", "-PT-6H+3M", "PT1.S", "PT-0.5S", "PT1,25S", "+P1DT1S",
            "PT1.123456789S", "P-1DT-0.000000001S", "PT9223372036854775807S", "-PT9223372036854775808S",
            "", "P", "PT", "P1", "P1DT", "P1D2H", "P1H", "PT1D", "PT1S2M", "PT1M1M", "PT1.1234567890S", "PT1.5M", "PT.5S", "T1S", "PT1S ", "P1Y", "P1D1D", "PT+S",
            "PT9223372036854775808S", "P9223372036854775807D", "PT9223372036854775807S1S", "P1DT9223372036854775807S", "PT--1S",
        };
        for (String text : texts) {
            try {
                System.out.println(text + " -> " + Duration.parse(text));
            } catch (DateTimeParseException e) {
                System.out.println(text + " -> " + e.getMessage() + "; " + e.getParsedString() + " at " + e.getErrorIndex() + "; " + e.getCause());
            }
        }
        Duration hour = Duration.ofHours(1), odd = Duration.ofMillis(-7_654_321);
        System.out.println(hour.dividedBy(Duration.ofMinutes(7)) + " " + odd.dividedBy(Duration.ofSeconds(2)) + " " + hour.dividedBy(odd));
        try {
            hour.dividedBy(Duration.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        for (ChronoUnit unit : ChronoUnit.values()) {
            try {
                System.out.println(unit + " " + odd.truncatedTo(unit) + " " + odd.negated().truncatedTo(unit));
            } catch (java.time.DateTimeException | ArithmeticException e) {
                System.out.println(unit + " " + e.getMessage());
            }
        }
    }
}
