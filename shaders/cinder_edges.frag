#version 450 core
// Of the edges that come after the layer before, counted from the far end, the depth test keeps the first. Those of
// equal depth come by falling owner, so that an edge that lies in another is a layer of its own.
layout(binding = 0) uniform sampler2D depth_before;
layout(binding = 1) uniform usampler2D owner_before;
flat in uint edge_owner;
flat in float end_depth;
noperspective in float edge_depth;
noperspective in float along;
layout(location = 0) out uint owner;

// Of the edge's point nearest to the pixel's centre. Beside the ends the line would run on, out of its body.
float nearest_depth() {
  if (along > 1.0) return end_depth;
  return along < 0.0 ? (edge_depth - along * end_depth) / (1.0 - along) : edge_depth;
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const float depth = nearest_depth();
  const float before = texelFetch(depth_before, pixel, 0).r;
  if (depth > before || (depth == before && edge_owner >= texelFetch(owner_before, pixel, 0).r)) discard;
  gl_FragDepth = depth;
  owner = edge_owner;
}
