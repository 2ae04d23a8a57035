#version 450 core
// The least depth of the small faces at each pixel.
#include "nearest_layer.glsl"
#include "fill_face.glsl"
void fill(uint place, uint depth, uint face) { keep_least(place, depth); }
