#version 450 core
// Of the upper, once a frame: how many layers it has at each pixel, how many intervals that makes, and which
// pixels need their layers listed.
#include "parameters.glsl"
layout(binding = 0) uniform usampler2D layer_count;  // stencil
layout(location = 0) out uint layers;
layout(location = 1) out uint intervals;
layout(location = 2) out uint waits;
layout(location = 3) out uint chain_length;  // where sort_layers.comp does not say it more exactly

void main() {
  layers = min(texelFetch(layer_count, ivec2(gl_FragCoord.xy), 0).r, counter_limit);
  const bool convex = layers == 0u || layers == 2u || form == form_basic;
  intervals = convex ? min(layers, 1u) : 0u;
  waits = convex ? 0u : waits_layers;
  chain_length = layers;
}
