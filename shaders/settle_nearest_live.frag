#version 450 core
// The first half of stage 1, for a live map: the lower's layers are not counted yet.
#include "parameters.glsl"
#include "map_out.glsl"
#include "kept_upper.glsl"
const bool is_live = true;
#include "settle_nearest.glsl"
