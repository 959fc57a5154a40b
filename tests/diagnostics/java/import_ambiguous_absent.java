// javac: line 5: reference to Date is ambiguous
import java.util.*;
import java.sql.*;
class A {
 Date d; }
