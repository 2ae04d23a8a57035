// Reads the buffers of nearest_layer.glsl as textures: software OpenGL fetches texels of several pixels at once.
layout(binding = 4) uniform usamplerBuffer nearest_depths;
layout(binding = 5) uniform usamplerBuffer nearest_faces;
float nearest_depth(uint place) { return uintBitsToFloat(texelFetch(nearest_depths, int(place)).r); }
int nearest_face(uint place) { return int(texelFetch(nearest_faces, int(place)).r); }
