#version 450 core
// One triangle over the whole window; the scissor cuts out of it what is wanted.
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.5, 1.0);
}
