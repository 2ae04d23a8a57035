#version 450 core
// Draws the first of the large faces that has the least depth of a pixel.
#include "nearest_layer.glsl"
uniform ivec2 window_px;
flat in int face_of_jaw;
void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  keep_first(uint(pixel.y * window_px.x + pixel.x), floatBitsToUint(gl_FragCoord.z), uint(face_of_jaw));
}
