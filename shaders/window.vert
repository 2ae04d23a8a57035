#version 450 core
// Rectangles of pixels, one per instance: the whole window or the tiles in which pixels wait.
layout(location = 0) in vec4 rectangle;  // x, y, width, height in pixels
uniform vec2 window_px;

void main() {
  const int corner = gl_VertexID;
  const vec2 unit = vec2(corner == 1 || corner == 3 ? 1.0 : 0.0, corner >= 2 ? 1.0 : 0.0);
  gl_Position = vec4((rectangle.xy + unit * rectangle.zw) / window_px * 2.0 - 1.0, 0.5, 1.0);
}
