#version 450 core
// Stage 3, for the pixels that wait for layers. If earlier stages left the state open, it is read from the code.
// Overlaps, gaps, their faces and the intervals are found by walking along the layers.
//
// The definitions are those of occlusion/maps/clearance_map.h, seen along -pi. The view meets the end of an interval
// before its start, so a gap runs from the upper's exit to the lower's entry.
#include "parameters.glsl"
layout(location = 0) out uvec4 map_pixel;
#include "map_out.glsl"
#include "layers.glsl"
#include "kept_upper.glsl"
#include "both_jaws.glsl"
layout(location = 1) out float overlap_mm;
layout(binding = 8) uniform sampler2D code;
uniform int has_code;

// The state of one jaw along the line.
struct Inside {
  int winding;
  float since;  // depth at which the current interval began
  int face;     // face at this depth
  uint intervals;
};

// A gap or an overlap with its faces.
struct Stretch {
  bool found;
  float depth_length;
  int upper;
  int lower;
};

Stretch longest_overlap = Stretch(false, 0.0, no_face, no_face);
Stretch smallest_gap = Stretch(false, 0.0, no_face, no_face);
float overlap_sum = 0.0;
bool something_without_anatomy = false;

int stepped(int winding, bool enters) {
  return winding + (enters ? 1 : -1);
}

// Whether the line is inside both jaws anywhere, in the order that the code holds. By parity this is the
// paper's "odd run of equal identifiers": the first odd run leaves the line inside its jaw, and the next
// layer belongs to the other jaw.
bool code_overlaps(vec4 accumulated, int layers) {
  int upper = 0;
  int lower = 0;
  for (int component = 0; 12 * component < layers; ++component) {
    const int held = min(layers - 12 * component, 12);
    // The oldest digit is in the lowest two bits.
    uint digits = uint(ldexp(accumulated[component], 2 * held));
    for (int i = 0; i < held; ++i, digits >>= 2) {
      const bool enters = (digits & 1u) == 1u;
      if ((digits & 2u) == 0u) {
        upper = stepped(upper, enters);
      } else {
        lower = stepped(lower, enters);
      }
      if (upper >= 1 && lower >= 1) return true;
    }
  }
  return false;
}

void add_gap(float depth_length, int upper, int lower) {
  if (upper >= upper_anatomy || lower >= lower_anatomy) {
    something_without_anatomy = true;
  } else if (!smallest_gap.found || depth_length <= smallest_gap.depth_length) {
    // Among equal gaps, the first along pi is kept.
    smallest_gap = Stretch(true, depth_length, upper, lower);
  }
}

// A jaw's interval ends at `layer` while the line is inside the other jaw. The overlap extends from the later
// of the two starts to this layer.
void add_overlap(Layer layer, bool upper_leaves, Inside upper, Inside lower) {
  const bool lower_top = lower.since >= upper.since;
  const float depth_length = layer.depth - max(upper.since, lower.since);
  if (depth_length <= tolerance) {
    // The jaws touch. If the line leaves the upper just behind the lower's entry, the gap is
    // slightly below zero.
    if (upper_leaves && lower_top) add_gap(-depth_length, layer.face, lower.face);
    return;
  }
  const bool top_counts = lower_top ? lower.face < lower_anatomy : upper.face < upper_anatomy;
  const bool bottom_counts = upper_leaves ? layer.face < upper_anatomy : layer.face < lower_anatomy;
  if (!top_counts || !bottom_counts) {
    something_without_anatomy = true;
    return;
  }
  overlap_sum += depth_length;
  if (longest_overlap.found && depth_length < longest_overlap.depth_length) return;
  // If one jaw bounds both ends, its outer face is named.
  const int upper_name = upper_leaves ? layer.face : (lower_top ? no_face : upper.face);
  const int lower_name = lower_top ? lower.face : (upper_leaves ? no_face : layer.face);
  longest_overlap = Stretch(true, depth_length, upper_name, lower_name);
}

void main() {
  const ivec2 pixel = ivec2(gl_FragCoord.xy);
  const uint waiting = texelFetch(waits, pixel, 0).r;
  if ((waiting & waits_layers) == 0u) discard;

  Inside upper = Inside(0, 0.0, no_face, 0u);
  Inside lower = Inside(0, 0.0, no_face, 0u);
  bool upper_left_last = false;  // the last interval that ended was the upper's
  Layer upper_exit;
  int layers = 0;
  uint upper_place = upper_first(pixel);
  uint lower_place = lower_first(pixel);
  while (upper_place != 0u || lower_place != 0u) {
    ++layers;
    if (upper_is_next(pixel, upper_place, lower_place, 0.0)) {
      const Layer layer = upper_layer(pixel, upper_place);
      upper_place = upper_next(upper_place);
      const int before = upper.winding;
      upper.winding = stepped(before, layer.enters);
      if (before == 0 && upper.winding == 1) {
        upper = Inside(1, layer.depth, layer.face, upper.intervals + 1u);
      } else if (before == 1 && upper.winding == 0) {
        if (lower.winding >= 1) add_overlap(layer, true, upper, lower);
        upper_left_last = true;
        upper_exit = layer;
      }
    } else {
      const Layer layer = lower_layer(lower_place);
      lower_place = lower_next(lower_place);
      const int before = lower.winding;
      lower.winding = stepped(before, layer.enters);
      if (before == 0 && lower.winding == 1) {
        lower = Inside(1, layer.depth, layer.face, lower.intervals + 1u);
        if (upper.winding <= 0 && upper_left_last) {
          add_gap(layer.depth - upper_exit.depth, upper_exit.face, layer.face);
        }
      } else if (before == 1 && lower.winding == 0) {
        if (upper.winding >= 1) add_overlap(layer, false, upper, lower);
        upper_left_last = false;
      }
    }
  }

  const uint coverage = (upper.intervals > 0u ? 1u : 0u) | (lower.intervals > 0u ? 2u : 0u);
  overlap_mm = 0.0;
  if (coverage != covers_both) {
    write_without_clearance(
        packed_flags(coverage, state_outside, stage_none, stage_none, upper.intervals, lower.intervals));
    return;
  }
  const bool decided = (waiting & (decided_pass1 | decided_pass2)) != 0u;
  // In the order of the code the lower is a tolerance farther away, so the code shows every overlap longer
  // than the tolerance. Without one, the pixel is decided; otherwise the overlap is measured.
  if (!decided && has_code == 1 && layers <= int(max_coded_layers) &&
      !code_overlaps(texelFetch(code, pixel, 0), layers)) {
    longest_overlap.found = false;
  }
  uint state = state_free;
  float clearance_mm = infinity();
  int upper_face = no_face;
  int lower_face = no_face;
  if (longest_overlap.found) {
    state = state_interfering;
    clearance_mm = -longest_overlap.depth_length * depth_mm;
    overlap_mm = overlap_sum * depth_mm;
    upper_face = longest_overlap.upper;
    lower_face = longest_overlap.lower;
  } else if (smallest_gap.found) {
    clearance_mm = smallest_gap.depth_length * depth_mm;
    upper_face = smallest_gap.upper;
    lower_face = smallest_gap.lower;
  } else if (something_without_anatomy) {
    state = state_not_anatomy;
    clearance_mm = not_a_number();
  }
  // If the layers confirm a state, the stage that decided it keeps the credit.
  const bool was_interfering = (waiting & is_interfering) != 0u;
  const bool confirmed = decided && (was_interfering == (state == state_interfering)) &&
                         (state != state_not_anatomy || (waiting & has_value) != 0u);
  const uint stage = (waiting & decided_pass1) != 0u ? stage_pass1 : stage_pass2;
  const uint valued = (waiting & has_value) != 0u ? stage : stage_layers;
  write_pixel(clearance_mm, upper_face, lower_face,
              packed_flags(coverage, state, confirmed ? stage : stage_layers,
                           state == state_not_anatomy ? stage_none : valued, upper.intervals, lower.intervals));
}
