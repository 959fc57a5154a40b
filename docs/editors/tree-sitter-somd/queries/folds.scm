[
  (class_body) (interface_body) (enum_body) (annotation_type_body) (constructor_body) (block) (switch_block)
  (array_initializer) (block_comment)
] @fold
