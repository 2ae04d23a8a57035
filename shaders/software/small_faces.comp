#version 450 core
// The first of the small faces that have the least depth of a pixel, in software; see fill_faces.comp.
#include "nearest_layer.glsl"
#include "fill_face.glsl"
void fill(uint place, uint depth, uint face) { keep_first(place, depth, face); }
#include "software/small_faces.glsl"
