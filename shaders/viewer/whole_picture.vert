#version 450 core
// One triangle over the whole picture. `down` runs from 0 at its top to 1 at its bottom.
out float down;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1);
  down = 0.5 + 0.5 * corner.y;
  gl_Position = vec4(corner, 0, 1);
}
