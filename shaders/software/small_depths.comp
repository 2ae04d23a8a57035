#version 450 core
// The least depth of small faces at each pixel.
layout(binding = 0, r32ui) uniform uimage2D depths;
void fill(ivec2 pixel, uint depth, uint face) { imageAtomicMin(depths, pixel, depth); }
#include "software/small_faces.glsl"
