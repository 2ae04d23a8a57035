#version 450 core
// The cut face of a section: a flat colour with fine hatching, as on drawings, to distinguish it from surface.
in vec2 place;
uniform vec4 flat_colour;
uniform float mm_per_px;
layout(location = 0) out vec4 colour;

void main() {
  float stripe_mm = 7 * mm_per_px;
  float across = abs(fract((place.x + place.y) / (1.41421 * stripe_mm)) - 0.5);  // 0.5 at the middle of a line
  float line = clamp((across - 0.5) * 7 + 1, 0.0, 1.0);
  colour = vec4(flat_colour.rgb * (1 - 0.16 * line), 1);
}
