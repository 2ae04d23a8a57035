// Every constant that the search for teeth weighs with, by step (README.md), and where it comes from; and the sizes of teeth that it expects.
//
// "Anatomy" is a size of teeth or jaws from the books named, "scans" a measurement on labelled arches, "choice" a value that was set by looking at
// scans of the tuned half of those arches and of which no other origin is recorded.
#pragma once

#include <array>

#include "occlusion/base/jaw.h"

namespace intercusp {

struct Tuning {
  //! Step 1: a scan at the scale of teeth.
  struct Surface {
    // Scale, choice: border weights tuned on edges of 1 mm fail on edges of 0.2 mm, so both become about half a millimetre.
    double longest_edge_mm = 0.75;  //!< longer ones are split
    double merge_radius_mm = 0.35;  //!< of vertices that become one,
    double short_edges_mm = 0.3;    //!< where the median edge is shorter than this
    // Anatomy: faces with longer edges than this, also in median edges, are walls and bottoms of bases. On crowns, which are up to 12 mm
    // wide, none is longer than the last, however coarse the mesh is.
    double base_edge_mm = 6, base_edge_medians = 6, crown_edge_mm = 12;
    // The rule by which import tells margins from holes (io/mesh/repair/holes.cpp).
    double margin_length_squared_per_area = 1.2;
    // Anatomy: a lower incisor shows about 60 mm², a molar with its roots 700 mm².
    double smallest_crown_mm2 = 30, largest_crown_mm2 = 900;
    // Choice: curvature is averaged over the first to see valleys between teeth, over the second to see the gum's crease.
    double arch_radius_mm = 0.8, border_radius_mm = 0.6;
  } surface;

  //! Step 2: the path along the crowns and the profile along it.
  struct Arch {
    // Choice. A base may make a closed jaw as high as it is long, but not much higher: its thin axes, as a ratio of mean squares.
    double thin = 4;
    // Anatomy: what lies higher above the occlusal plane is cheek or an instrument.
    double stray_height_mm = 5;
    // Tops of crowns, choice: cusps and edges are convex, 1/mm, and face the bite, as a cosine; gum and palate hardly so. One top a square.
    double top_square_mm = 2, top_bend = 0.5, top_facing = 0.2, top_bend_limit = 1.5;
    // The occlusal plane, choice: tops above it weigh more, those below it less with their depth; the reach shrinks to the least one.
    double above_weight = 2, first_reach_mm = 6, other_reach_mm = 3, least_reach_mm = 1.5;
    double support_mm = 2, support_above = 0.5;
    double level_share = 0.85;  //!< of the tops below the level that the search begins at
    // Other planes, choice: cheek or a base may hold the first one off a side; those that hold this share of its tops are read, too.
    double plane_slope = 0.3, plane_difference = 0.2, plane_share = 0.7;
    double tops_below_mm = 3.5;  //!< the plane: crowns' tops, choice
    double circle_mm = 6,
           polar_mm = 3.5;  //!< deviations from the circle and from the curve that count less, choice
    // The middle of the crowns, choice: bent more than this, 1/mm; beside the path; below the highest around.
    double bent = 0.35, beside_mm = 9, below_top_mm = 3;
    double smoothing_mm = 5, inertia = 0.1;  //!< of the path's shift, choice
    // Tilted planes: ten scans of 16 000 triangles with bases have Dice 0.933 with them, 0.891 without. Eleven arches of twelve read better
    // than the poor evidence, so few pay for the search. Short paths read well, so those that lose a side do not count.
    std::array<double, 3> tilts_deg = {12, 6, 3}, tilt_heights_mm = {0, 2, 4};
    double poor_evidence = 0, poor_probability = 0.8;
    double close_evidence = 8;  //!< scans: quick and full evidence differ by 0 to 9 on 140 arches
    double whole_arch_mm = 85, shorter = 0.75;
    // Differences of log evidence, choice: at which an open scan counts as inside out; which divides such differences for the probability of a
    // side, as crowns that were closed on their own read nearly as well from their necks; for a side that is all concave.
    double inside_out_evidence = 25, side_evidence = 8, fossa_evidence = 150;
    // Anatomy: crowns and their gum end above the first, measured from the occlusal plane; thin bases do not go so deep.
    double base_depth_mm = 11, thinnest_base_mm = 3;
    // Anatomy: arms to the first molars; those behind may be missing on one side.
    double arm_mm = 36;
    // The profile, choice: the crown below its top; the half breadth; walls that face each other across a cleft (cosine, weight), for printed
    // models, whose crowns touch without a valley; concavity counts from and to, 1/mm; cost of a slanted valley.
    double band_mm = 5.5, profile_half_mm = 6, wall_facing = 0.7, cleft_bend = 2;
    double least_valley = -0.4, most_valley = 1, slant_cost = 0.03;
    double crest_depth_mm = 2.5, table_depth_mm = 2;
    // Scans: a fifth of the biting surfaces of crowns is concave, next to nothing of the bottom of a base or of necks.
    double biting_depth_mm = 2.5, biting_half_mm = 6, biting_facing = 0.3, biting_bend = 0.2;
    double piece_valley = 0.5;  //!< 1/mm, between separate pieces: deeper than any other, choice
    // Crests, choice: bent more than this parts them, 1/mm; smaller ones do not count; how far below the top and beside the path they lie.
    double crest_bend = 0.15, crest_mm2 = 10, top_depth_mm = 3, crest_half_mm = 7;
  } arch;

  //! Step 3: log-likelihoods of the dynamic program.
  struct Numbers {
    double valley_weight = 18;   //!< per 1/mm, choice
    double usual_valley = 0.12;  //!< 1/mm; as likely between teeth as within one, choice
    double groove_share = 0.8;   //!< of the valleys 2 to 3 mm away, which grooves make, choice
    double edge_share = 0.6;     //!< of a border's valley that a tooth beside a gap shows, choice
    // Choice: a gap; a missing tooth whose neighbours touch; a gap and no tooth is missing, or where one was closed.
    double gap_cost = 3, closed_gap_cost = 3.5, spaced_cost = 2.5;
    // Scans: teeth with consecutive numbers stand within 2 mm of each other in 283 of 287 pairs on 23 arches. The other four pairs are at the
    // midline or beside an erupting tooth, up to 3.8 mm apart.
    double close_mm = 2, gap_deviation_mm = 2, most_gap_misfit = 6;
    // Second milk molars beside permanent teeth. Lower second premolars erupt at 11 to 12 years and second molars at 11 to 13. Many lower milk
    // molars stay until then; later, few stay, mostly where the premolar is missing. On 60 generated lower jaws with 75 and 85 and no second
    // molars 120 of 120 get their numbers with the first share, 26 without.
    double stayed_before_second_molars = 0.4, stayed_beside_them = 0.05;
    // Anatomy: upper ones are hardly wider than premolars, so the scores allow for their width and do not tell the two apart. They mostly stay
    // on both sides: a pair is about one in fifty.
    double upper_milk_molar_cost = 1.2;
    double side_missing_cost = 6;  //!< a quadrant, choice
    // One scan in twenty or thirty; the last two by the years that the set lasts. Choice.
    double child_cost = 3, extraction_cost = 3.5, changing_cost = 3.7, young_cost = 2;
    // Choice: a front tooth that shows another number of crests than one; a molar with one; a crest in a gap.
    double crest_cost = 3, lone_cusp_cost = 0.5, gum_crest_cost = 1;
    // A crown is high, curved and convex. Choice: what is as likely a crown as a gap, and the odds per unit.
    double crown_drop_mm = 2.2, crown_relief = 0.38, relief_odds = 14, crown_convexity = 0.38,
           convexity_odds = 8;
    // Anatomy: standard deviations of sizes in Wheeler's tables are some 6 %, and borders are found to 0.6 mm; tables to 1.5 mm, choice.
    double width_error_mm2 = 0.36, width_variance = 0.0036, table_deviation_mm = 1.5, most_table_misfit = 16;
    double size_deviation = 0.07;  //!< of a patient's teeth from the table's, choice
    // Scans: on 23 arches heights of front teeth deviate by 0.10 of what the published ones let expect, those of back teeth by 0.15.
    double front_height_deviation = 0.10, back_height_deviation = 0.15, usual_height_mm = 6.5;
    double erupting_share = 0.1;  //!< of permanent teeth, which may have come out by any part, choice
    // Scans: the midline lies within 2.5 mm of the axis on 23 labelled arches, 1 mm in the mean square; twice that is allowed here, and one arch
    // in twenty may be anyhow. One child in four has an asymmetry above 2 mm (Maurice & Kula 1998).
    double midline_deviation_mm = 2, stray_share = 0.05, stray_range_mm = 30;
    // Divides log-likelihoods for probabilities: neighbouring columns say the same, so their sum is too certain. Scans: the numbers of 23
    // labelled arches are likeliest with this value, and hardly less so with 1 or 1.3.
    double cool = 1.15;
    double size_step = 0.04;        //!< from one size of teeth that is tried to the next, choice
    double negligible_set = 0.005;  //!< probability of a set of teeth that is not read again, choice
  } numbers;

  //! Step 4: the crowns on the surface.
  struct Crowns {
    // Choice: a crown's core and the gum far from it, in shares of its width and of its height under the biting surface.
    double core_inset = 0.2, core_depth = 0.35, core_breadth = 0.9, gum_depth = 0.9, gum_beyond_mm = 2.5;
    double crest_beyond_mm = 1;
    double steepest = 0.6;  //!< slope of a molar's biting surface across the arch, choice
    // The floor of a molar's fossae is concave and faces the bite, which necks do not. Scans: a second molar that lost a cusp behind its fossa
    // has Dice 0.94 with the floor in its core, 0.79 without.
    double fossa_bend = 0.2, fossa_facing = 0.7, fossa_depth = 0.6, fossa_breadth = 0.8;
    // A crown of usual size ends at the first share of the anatomical crown's height: the rest is under the gum (choice). The papilla between two
    // teeth is higher than the gum in their middle by 40 % of the crown (Chu et al. 2009).
    double usual_depth = 0.75, papilla = 0.4, soft_mm = 1.5, least_belief = 0.01;
    // Harmonic fields, choice: how fast an edge conducts less with its concavity, 1/mm, and the least it conducts (Zheng, Tai & Zhang 2011).
    double usual_bend = 0.15, least_conductance = 0.002;
    // Cost of 1 mm of a border over flat surface, against 1 mm² of crown taken for gum; less over creases, by their bend. Choice.
    double cut_cost = 17, crease_bend = 0.3, least_cost = 0.01;
    // A longer crest, of a tooth's width, runs across a valley that is too shallow. Choice.
    double longest_crest = 1.4;
    // Borders move to valleys by one ring of vertices where concavity differs by more than this, 1/mm; less says nothing of the side. Choice.
    double clear_difference = 0.1, ahead = 0.5;
    // Scans: of 600 crowns of 46 arches one in a hundred had less than a third of its border with the gum in a valley and none less than a
    // quarter; of eight that lay on gum seven had less.
    double border_valley_bend = 0.15, least_valley_share = 0.25, clear_valley_share = 0.33,
           clear_border_bend = 0.05;
    double doubtful_border = 0.7;  //!< probability that a crown without a clear neck is one, choice
    // Scans: of 313 crowns of 23 arches two had over 1.5 times the height that the others let expect, both with gum; the next had 1.4.
    double highest_crown = 1.5;
    double island_share = 0.2;  //!< of a crown: a smaller part becomes what surrounds it, choice
    // The middle of a crown, from its rough surface, choice: depth below the top, bend, beyond its half breadth.
    double middle_depth_mm = 3.5, middle_bend = 0.3, middle_beyond_mm = 4;
  } crowns;
};

inline constexpr Tuning tuning;

// Published mean sizes of teeth. Places along the arch: occlusion/case/fdi.h.

struct ToothSize {
  double mesiodistal_mm, buccolingual_mm;
  double table_mm;  //!< breadth across the arch within 2 mm of the highest point of the cross-section
};

[[nodiscard]] const ToothSize& tooth_size(Jaw jaw, int place, bool milk = false);
//! Height of the anatomical crown, part of which is under the gum.
[[nodiscard]] double crown_height_mm(Jaw jaw, int place, bool milk = false);

}  // namespace intercusp
