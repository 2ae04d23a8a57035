// Parameters of all stages of the stencil engine. The view looks along -pi: the upper is nearer, and depth
// grows from 0 to 1 away from the viewer. So the line meets the upper first, and "in front" means "above".
layout(std140, binding = 0) uniform Parameters {
  float depth_mm;         // length of the depth range
  float tolerance;        // the depth tolerance as a share of the range
  int upper_anatomy;      // faces below this number are anatomy
  int lower_anatomy;
  uint max_listed;        // number of pixels that the list of overflow.glsl holds
  uint max_coded_layers;  // number of layers that the code holds exactly
  uint live;  // 1: layers of the lower are counted only if its nearest layer does not decide the pixel
};
const uint counter_limit = 255u;  // a stencil with this value has saturated

// Coverage, PixelState and Stage of occlusion/maps/clearance_map.h.
const uint covers_both = 3u;
const uint state_outside = 0u, state_free = 1u, state_interfering = 2u, state_not_anatomy = 3u;
const uint stage_none = 0u, stage_pass1 = 1u, stage_pass2 = 2u, stage_layers = 3u;

// Bits: the stages that a pixel still waits for, and what is known already.
const uint waits_pass1 = 1u;        // a count against the upper's farthest depth
const uint waits_pass2 = 2u;        // a count against the upper's nearest depth
const uint waits_overlap = 4u;      // the lower's farthest depth, for the length of an overlap
const uint waits_layers = 8u;       // the sorted layers
const uint decided_pass1 = 16u;     // which stage decided the state; undecided if neither is set
const uint decided_pass2 = 32u;
const uint no_state = decided_pass1 | decided_pass2;  // both: no state, because one jaw is alone
const uint is_interfering = 64u;    // the decision, if there is one
const uint lower_alone = no_state | is_interfering;  // the jaw that is alone is the lower
const uint has_value = 128u;        // the clearance is final, and layers only count the intervals

float infinity() { return uintBitsToFloat(0x7F800000u); }
float not_a_number() { return uintBitsToFloat(0x7FC00000u); }
const int no_face = -1;
