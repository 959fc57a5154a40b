; Helix reads @indent and @outdent, Neovim the names with dots.
[
  (class_body) (interface_body) (enum_body) (annotation_type_body) (constructor_body) (block) (switch_block) (switch_block_statement_group)
  (array_initializer) (argument_list) (formal_parameters)
] @indent @indent.begin
["}" ")" "]"] @outdent @indent.branch @indent.end
[(line_comment) (block_comment)] @indent.ignore
