#version 450 core
// The square of a section plane about its origin, in the plane's own axes (mm).
uniform mat4 clip_from_plane;
uniform float half_side_mm;
out vec2 place;

void main() {
  place = half_side_mm * vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID & 2) - 1);
  gl_Position = clip_from_plane * vec4(place, 0, 1);
}
