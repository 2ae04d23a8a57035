#version 450 core
// Sets all pixels to "no face". (OpenGL's own clearing of a buffer takes fifteen times as long on some GPUs.)
layout(local_size_x = 128) in;
#include "nearest_layer.glsl"
void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= uint(depths.length())) return;
  depths[place] = floatBitsToUint(1.0);
  seen_faces[place] = uint(-1);
}
