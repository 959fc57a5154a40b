/**
 * Java 17 with the constructs of SOMD and Lime, for editors. It extends the grammar of Java (`tree-sitter-java`), tells structure, and takes more
 * than the compiler does. The language's own grammar is compiler/syntax/src/grammar.lalrpop.
 */
const java = require("tree-sitter-java/grammar");

const CONNECT = 2, OR = 4, AND = 5, BIT_OR = 6, BIT_XOR = 7, BIT_AND = 8, EQUALITY = 9, REL = 10, SHIFT = 11, ADD = 12, MULT = 13, CAST = 14, UNARY = 15, ACCESS = 16;

const commaSep1 = (rule) => seq(rule, repeat(seq(",", rule)));

module.exports = grammar(java, {
  name: "somd",

  conflicts: ($, original) => original.filter((rules) => !rules.some((r) => r.name === "module_declaration")).concat([
    [$.generic_type, $.task_expression],
    [$.module_declaration, $.package_declaration, $.modifiers, $.annotated_type, $.annotated_statement],
  ]),

  rules: {
    // Words that are words only where they can be nothing else

    _reserved_identifier: ($, original) => choice(
      original,
      prec(-3, alias(
        choice("dist", "reduce", "sync", "single", "shared", "value", "local", "task", "view", "polyview", "dim"),
        $.identifier,
      )),
    ),

    // Escapes of Unicode may stand anywhere in Java; in names and strings they are understood.
    identifier: () => /([\p{XID_Start}_$]|\\u+[0-9a-fA-F]{4})([\p{XID_Continue}$\u00A2]|\\u+[0-9a-fA-F]{4})*/,
    escape_sequence: () => token.immediate(seq("\\", choice(/[^u0-7]/, /[0-7]{1,3}/, /u+[0-9a-fA-F]{4}/, /u+005[cC]./))),

    catch_type: ($) => seq($._unannotated_type, repeat(seq("|", $._type))),
    spread_parameter: ($) => seq(optional($.modifiers), $._unannotated_type, repeat($._annotation), "...", $.variable_declarator),

    // SOMD methods

    modifiers: ($, original) => repeat1(choice(
      original.content,
      "value", "local", "shared", $.dist, $.reduce,
    )),

    dist: ($) => prec.right(seq("dist", optional(seq("(", commaSep1($._dist_item), ")")))),
    _dist_item: ($) => choice(
      seq("dim", "=", $.expression),
      seq(choice("view", "polyview"), "=", $.view),
      $.view,
      $.expression,
    ),
    view: ($) => seq("<", $._bound, ",", $._bound, ">"),
    _bound: ($) => choice(
      $.identifier,
      $.decimal_integer_literal,
      prec.left(ADD, seq($._bound, choice("+", "-"), $._bound)),
      prec.left(MULT, seq($._bound, choice("*", "/"), $._bound)),
    ),

    reduce: ($) => seq("reduce", "(", choice("+", "-", "*", "&", "|", "^", seq(choice($._simple_type, alias("self", $.type_identifier)), optional($.argument_list))), ")"),

    sync_statement: ($) => seq(
      "sync",
      optional($.reduce),
      optional(seq("(", commaSep1($.identifier), ")")),
      field("body", $.block),
    ),
    single_statement: ($) => seq("single", field("body", $.block)),
    annotated_statement: ($) => seq(
      repeat1($._annotation),
      choice($.for_statement, $.enhanced_for_statement, $.while_statement),
    ),
    statement: ($, original) => choice(original, $.sync_statement, $.single_statement, $.annotated_statement),

    // value arrays and lengths in types

    type_parameter: ($, original) => choice(original, seq("value", original)),
    dimensions: ($) => prec.right(repeat1(seq(repeat($._annotation), "[", optional($.expression), "]"))),
    value_dimensions: ($) => seq("[", repeat1(seq("[", optional($.expression), "]")), "]"),
    value_array_type: ($) => seq(field("element", $._unannotated_type), $.value_dimensions),
    _unannotated_type: ($, original) => choice(original, $.value_array_type),

    array_creation_expression: ($) => prec.right(seq(
      "new",
      repeat($._annotation),
      field("type", choice($._simple_type, alias($._created, $.value_array_type))),
      field("dimensions", repeat1($.dimensions_expr)),
      optional(field("value", $.array_initializer)),
    )),
    dimensions_expr: ($) => seq(repeat($._annotation), "[", optional($.expression), "]"),
    _created: ($) => seq(choice($._simple_type, alias($._created, $.value_array_type)), $.value_dimensions),
    value_array_creation_expression: ($) => prec.right(seq(
      "new",
      field("type", alias($._created, $.value_array_type)),
      choice(field("arguments", $.argument_list), field("value", $.array_initializer)),
    )),

    // maps, reductions, tasks

    primary_expression: ($, original) => choice(original, $.value_array_creation_expression, $.task_tuple),

    expression: ($, original) => choice(
      original, $.map_expression, $.map_unary_expression, $.map_cast_expression, $.reduction_expression, $.task_expression, $.connect_expression,
    ),

    map_expression: ($) => prec(UNARY, seq(
      field("class", $.primary_expression), "@", field("name", $.identifier), field("arguments", $.argument_list),
    )),
    map_unary_expression: ($) => prec.left(UNARY, seq(field("operator", choice("@-", "@+", "@!", "@~")), field("operand", $.expression))),
    map_cast_expression: ($) => prec(CAST, seq("@(", field("type", $._type), ")", field("value", $.expression))),

    binary_expression: ($, original) => choice(
      original,
      ...[
        ["@||", OR], ["@&&", AND], ["@|", BIT_OR], ["@^", BIT_XOR], ["@&", BIT_AND], ["@==", EQUALITY], ["@!=", EQUALITY],
        ["@<", REL], ["@>", REL], ["@<=", REL], ["@>=", REL], ["@<<", SHIFT], ["@>>", SHIFT], ["@>>>", SHIFT],
        ["@+", ADD], ["@-", ADD], ["@*", MULT], ["@/", MULT], ["@%", MULT],
      ].map(([operator, precedence]) => prec.left(precedence, seq(
        field("left", $.expression), field("operator", operator), field("right", $.expression),
      ))),
    ),

    reduction_expression: ($) => prec.right(UNARY, choice(
      seq(field("operator", choice("+!", "-!", "*!", "&!", "|!", "^!")), field("operand", $.expression)),
      seq(field("function", $.field_access), "!", field("operand", $.expression)),
    )),

    task_expression: ($) => choice(
      seq("task", field("worker", $.scoped_type_identifier)),
      seq("task", field("type", choice(alias($.identifier, $.type_identifier), $.scoped_type_identifier, $.generic_type)), field("arguments", $.argument_list), ".", field("worker", $.identifier)),
    ),
    task_tuple: ($) => seq("(", $.expression, repeat1(seq(",", $.expression)), ")"),
    connect_expression: ($) => prec.left(CONNECT, seq(field("from", $.expression), "=>", field("to", $.expression))),
  },
});
