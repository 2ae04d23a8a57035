// Results of sorting about the pixels that wait for layers.
layout(std430, binding = 3) buffer Overflow {
  uint max_layers;  // largest number of layers, both jaws, at a pixel
  uint overflowed;  // undecided pixels with more layers than the code holds
  uint listed[];    // the first max_listed of them: row << 16 | column
};
