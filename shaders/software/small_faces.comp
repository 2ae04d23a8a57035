#version 450 core
// The first of the small faces that have the least depth of a pixel; -1, no face, is the largest number.
layout(binding = 0, r32ui) readonly uniform uimage2D depths;
layout(binding = 1, r32ui) uniform uimage2D seen_faces;
void fill(ivec2 pixel, uint depth, uint face) {
  if (imageLoad(depths, pixel).r == depth) imageAtomicMin(seen_faces, pixel, face);
}
#include "software/small_faces.glsl"
