// One small face per invocation: its box is one block (occlusion/engines/stencil/software/face_sieve.h). Invocations
// share nothing, because barriers are slow in software OpenGL.
layout(local_size_x = 128) in;

void main() {
  const uint place = gl_GlobalInvocationID.x;
  if (place >= uint(face_count)) return;
  const SeenFace face = face_at(place);
  if (all(greaterThan(face.size, ivec2(0)))) fill_small(face, true);
}
