// The nearest layer of the lower, row by row.
layout(std430, binding = 4) buffer NearestDepths {
  uint depths[];  // bits of floats from 0 to 1; those of 1 if no face covers the pixel
};
layout(std430, binding = 5) buffer NearestFaces {
  uint seen_faces[];  // -1: no face
};

// The two rounds that fill it (occlusion/engines/stencil/plane_pass.h): first the least depth, then the first
// face with this depth.
void keep_least(uint place, uint depth) { atomicMin(depths[place], depth); }
void keep_first(uint place, uint depth, uint face) {
  if (depths[place] == depth) atomicMin(seen_faces[place], face);
}

float nearest_depth(uint place) { return uintBitsToFloat(depths[place]); }
int nearest_face(uint place) { return int(seen_faces[place]); }
