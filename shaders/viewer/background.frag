#version 450 core
// A quiet gradient behind the jaws, with noise of half a step of eight bits so that it has no bands.
in float down;
uniform vec4 top;
uniform vec4 bottom;
layout(location = 0) out vec4 colour;

void main() {
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  colour = vec4(mix(top.rgb, bottom.rgb, down) + noise / 255, 1);
}
