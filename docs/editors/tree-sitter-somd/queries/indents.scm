[(class_body) (enum_body) (block) (switch_body) (array_initializer) (case_group) (arguments) (parenthesized)] @indent
["}" ")" "]"] @outdent
