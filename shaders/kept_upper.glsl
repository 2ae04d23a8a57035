// The kept data of the upper at a pixel, packed into one texel (RGBA32UI), so that one fetch suffices: the
// bits of its farthest depth; the face there; its layers up to counter_limit, with the intervals above bit 8;
// its layers beyond that limit.
struct Upper {
  float far_depth;
  int far_face;
  uint layers;
  uint intervals;
  uint all_layers;
};

Upper unpacked_upper(uvec4 texel) {
  return Upper(uintBitsToFloat(texel.x), int(texel.y), texel.z & 255u, texel.z >> 8, texel.w);
}

uvec4 packed_upper(Upper upper) {
  return uvec4(floatBitsToUint(upper.far_depth), uint(upper.far_face), upper.layers | upper.intervals << 8,
               upper.all_layers);
}
