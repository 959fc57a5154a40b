[(class_body) (enum_body) (block) (switch_body) (array_initializer) (block_comment)] @fold
