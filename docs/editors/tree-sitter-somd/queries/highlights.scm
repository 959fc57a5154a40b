(identifier) @variable
(formal_parameter name: (identifier) @variable.parameter)
(spread_parameter (variable_declarator name: (identifier) @variable.parameter))
(inferred_parameters (identifier) @variable.parameter)
(field_declaration (variable_declarator name: (identifier) @property))
(field_access field: (identifier) @property)

(method_declaration name: (identifier) @function.method)
(method_invocation name: (identifier) @function.method)
(map_expression name: (identifier) @function.method)
(reduction_expression function: (field_access field: (identifier) @function.method))
(task_expression worker: (identifier) @function.method)
(super) @function.builtin

(annotation name: (identifier) @attribute)
(marker_annotation name: (identifier) @attribute)

(type_identifier) @type
(interface_declaration name: (identifier) @type)
(class_declaration name: (identifier) @type)
(record_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(annotation_type_declaration name: (identifier) @type)
(constructor_declaration name: (identifier) @constructor)
((field_access object: (identifier) @type) (#match? @type "^[A-Z]"))
((scoped_identifier scope: (identifier) @type) (#match? @type "^[A-Z]"))
((method_invocation object: (identifier) @type) (#match? @type "^[A-Z]"))
((method_reference . (identifier) @type) (#match? @type "^[A-Z]"))
((map_expression class: (identifier) @type) (#match? @type "^[A-Z]"))
[(boolean_type) (integral_type) (floating_point_type) (void_type)] @type.builtin

((identifier) @constant (#match? @constant "^_*[A-Z][A-Z0-9_]+$"))
(enum_constant name: (identifier) @constant)
(this) @variable.builtin

[
  (hex_integer_literal) (decimal_integer_literal) (octal_integer_literal) (binary_integer_literal)
  (decimal_floating_point_literal) (hex_floating_point_literal)
] @number
[(character_literal) (string_literal)] @string
(escape_sequence) @string.escape
[(true) (false) (null_literal)] @constant.builtin
[(line_comment) (block_comment)] @comment

[
  "abstract" "class" "default" "enum" "extends" "final" "implements" "import" "instanceof" "interface" "@interface" "native" "new" "non-sealed"
  "package" "permits" "private" "protected" "public" "record" "sealed" "static" "strictfp" "synchronized" "throws" "transient" "volatile"
] @keyword
[
  "assert" "break" "case" "catch" "continue" "do" "else" "finally" "for" "if" "return" "switch" "throw" "try" "while" "yield"
] @keyword.control
["dist" "reduce" "sync" "single" "shared" "value" "local" "task" "view" "polyview" "dim"] @keyword

[
  "=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" ">>>=" "->" "::" "?" ":" "!" "~" "++" "--"
  "+" "-" "*" "/" "%" "&" "|" "^" "&&" "||" "==" "!=" "<=" ">=" "<<" ">>" ">>>" "@" "=>"
  "@+" "@-" "@*" "@/" "@%" "@&" "@|" "@^" "@&&" "@||" "@==" "@!=" "@<" "@>" "@<=" "@>=" "@<<" "@>>" "@>>>" "@!" "@~"
  "+!" "-!" "*!" "&!" "|!" "^!"
] @operator
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
[";" "," "."] @punctuation.delimiter
