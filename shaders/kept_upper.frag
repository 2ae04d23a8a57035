#version 450 core
// Runs once per frame: writes the kept data of the upper at each pixel, and marks the pixels whose layers
// must be listed.
#include "parameters.glsl"
#include "kept_upper.glsl"
layout(binding = 0) uniform usampler2D layer_count;  // stencil
layout(binding = 1) uniform sampler2D farthest;
layout(binding = 2) uniform isampler2D farthest_face;
layout(location = 0) out uvec4 kept;
layout(location = 1) out uint waits;

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const uint layers = texelFetch(layer_count, pixel, 0).r;
  const bool convex = layers == 0u || layers == 2u;
  // Where layers are listed, sort_layers.comp corrects the intervals and the number of layers.
  kept = packed_upper(Upper(texelFetch(farthest, pixel, 0).r, texelFetch(farthest_face, pixel, 0).r, layers,
                            convex ? min(layers, 1u) : 0u, layers));
  waits = convex ? 0u : waits_layers;
}
