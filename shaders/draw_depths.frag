#version 450 core
// Draws the least depth of the large faces at each pixel, if fill_depths.comp leaves them out.
#include "nearest_layer.glsl"
uniform ivec2 window_px;
void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  keep_least(uint(pixel.y * window_px.x + pixel.x), floatBitsToUint(gl_FragCoord.z));
}
