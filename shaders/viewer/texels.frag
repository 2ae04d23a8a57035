#version 450 core
// Multiplies every texel of a picture of the same size by a factor: to sum passes and to take their mean.
in float down;
layout(binding = 0) uniform sampler2D picture;
uniform float factor;
layout(location = 0) out vec4 colour;

void main() { colour = factor * texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
