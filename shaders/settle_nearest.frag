#version 450 core
// The first half of stage 1, for a map with all intervals.
#include "parameters.glsl"
#include "map_out.glsl"
#include "kept_upper.glsl"
const bool is_live = false;
#include "settle_nearest.glsl"
