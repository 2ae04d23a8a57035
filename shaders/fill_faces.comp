#version 450 core
// Finds the first face with the least depth of a pixel; -1, no face, is the largest number.
#include "nearest_layer.glsl"
#include "fill.glsl"
void fill(uint place, uint depth, uint face) { keep_first(place, depth, face); }
