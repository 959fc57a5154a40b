(line_comment) @comment
(block_comment) @comment
(string) @string
(text_block) @string
(character) @string
(number) @number
[(true) (false) (null)] @constant.builtin
[(this) (super)] @variable.builtin
[(primitive_type) (void)] @type.builtin
(type_identifier) @type
(class name: (identifier) @type)
(interface name: (identifier) @type)
(enum name: (identifier) @type)
(record name: (identifier) @type)
(constructor name: (identifier) @constructor)
(method name: (identifier) @function.method)
(call name: (identifier) @function.method)
(map name: (identifier) @function.method)
(annotation (qualified_name) @attribute)
(constant name: (identifier) @constant)
(field (declarator name: (identifier) @property))
(field_access name: (identifier) @property)
(parameter name: (identifier) @variable.parameter)
[
  "public" "protected" "private" "static" "final" "abstract" "native" "synchronized" "transient" "volatile" "strictfp"
  "sealed" "non-sealed" "value" "local" "shared" "dist" "reduce" "extends" "implements" "permits" "throws"
  "class" "interface" "enum" "record" "package" "import" "new" "instanceof" "task"
] @keyword
[
  "if" "else" "for" "while" "do" "switch" "case" "default" "break" "continue" "return" "yield" "throw" "try" "catch"
  "finally" "assert" "sync" "single"
] @keyword.control
["=>" "->" "::" "=" "?" "@"] @operator
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
[";" "," "."] @punctuation.delimiter
