#version 450 core
// Finds the least depth of the faces at each pixel.
#include "nearest_layer.glsl"
#include "fill.glsl"
void fill(uint place, uint depth, uint face) { keep_least(place, depth); }
