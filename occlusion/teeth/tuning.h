// Every constant that the search for teeth weighs with, by step (README.md): where it comes from, and what accuracy loses without it; and
// the sizes of teeth that it expects.
//
// Origin. "Anatomy": a size of teeth or jaws from the books named. "Scans": a measurement on labelled arches. "Choice": set by looking at
// the half of those arches that served for tuning; no other origin is recorded.
//
// Loss. "Without": the constant's bound, cost or weight is gone. Twelve arches of four kinds have Dice 0.946, 0.983 of the teeth found, 0.963
// with their numbers and 150 sure, one of them wrong; 104 arches ("all") 0.950, 0.983, 0.947 and 1340, 26 wrong; 34 generated jaws
// ("generated") 0.926, 0.998, 0.993 and 405, 2 wrong. Differences below 0.003 are within what one arch decides. A constant without a note
// was not measured. What loses nothing on these was kept: it was added for scans of which these sets hold few or none.
#pragma once

#include <array>

#include "occlusion/base/jaw.h"

namespace intercusp {

struct Tuning {
  //! Step 1: a scan at the scale of teeth.
  struct Surface {
    // Choice: border weights tuned on edges of 1 mm fail on edges of 0.2 mm, so both become about half a millimetre. Of 17 arches, two at
    // full resolution, without splitting: Dice −0.013, numbers −0.146; without merging: −0.003, −0.010.
    double longest_edge_mm = 0.75;  //!< longer ones are split
    double merge_radius_mm = 0.35;  //!< of vertices that become one,
    double short_edges_mm = 0.3;    //!< where the median edge is shorter than this
    // Anatomy: faces with longer edges than this, also in median edges, are walls and bottoms of bases. On crowns, which are up to 12 mm
    // wide, none is longer than the last, however coarse the mesh is. Without: Dice −0.001 (17 arches); scans closed by a base need it.
    double base_edge_mm = 6, base_edge_medians = 6, crown_edge_mm = 12;
    // The rule by which import tells margins from holes (io/mesh/repair/holes.cpp).
    double margin_length_squared_per_area = 1.2;
    // Anatomy: a lower incisor shows about 60 mm², a molar with its roots 700 mm². Without: no arch changes; models in
    // separate pieces need it.
    double smallest_crown_mm2 = 30, largest_crown_mm2 = 900;
    // Choice: curvature is averaged over the first to see valleys between teeth. With 0.4: Dice +0.002, three more sure and wrong; with 1.2:
    // −0.004, 12 fewer sure. Over the second to see the gum's crease. With 0.3: found −0.006; with 1: Dice −0.022.
    double arch_radius_mm = 0.8, border_radius_mm = 0.6;
  } surface;

  //! Step 2: the path along the crowns and the profile along it.
  struct Arch {
    // Choice. A base may make a closed jaw as high as it is long, but not much higher: its thin axes, as a ratio of mean squares.
    double thin = 4;
    // Anatomy: what lies higher above the occlusal plane is cheek or an instrument. Without: no loss.
    double stray_height_mm = 5;
    // Tops of crowns, one a square, choice: cusps and edges are convex, 1/mm (without: numbers −0.058, ten more sure and wrong), and face
    // the bite, as a cosine (without: Dice +0.003); gum and palate hardly so. Beyond the limit none counts more
    // (without: found −0.006).
    double top_square_mm = 2, top_bend = 0.5, top_facing = 0.2, top_bend_limit = 1.5;
    // The occlusal plane, choice: tops above it weigh more (without: four fewer sure), those below it less with their depth; the reach
    // shrinks to the least one.
    double above_weight = 2, first_reach_mm = 6, other_reach_mm = 3, least_reach_mm = 1.5;
    double support_mm = 2, support_above = 0.5;  //!< without the second: no arch changes
    double level_share = 0.85;  //!< of the tops below the level that the search begins at. With 0.5: no loss
    // Other planes, choice: cheek or a base may hold the first one off a side; those that hold this share of its tops are read, too.
    // Without them: one arch of all loses a number.
    double plane_slope = 0.3, plane_difference = 0.2, plane_share = 0.7;
    double tops_below_mm = 3.5;  //!< the plane, choice. Without: found −0.006
    // Deviations from the circle and from the curve that count less, choice. Without the second: no loss, three fewer sure.
    double circle_mm = 6, polar_mm = 3.5;
    // The middle of the crowns, choice: bent more than the first, 1/mm (without: of all, numbers −0.009); beside the path; below the highest around
    // (without: numbers −0.303).
    double bent = 0.35, beside_mm = 9, below_top_mm = 3;
    double smoothing_mm = 5, inertia = 0.1;  //!< of the path's shift, choice. Without inertia: no loss
    // Tilted planes. Eleven arches of twelve read better than the poor evidence, so few pay for the search. Without: of all, Dice −0.002,
    // numbers −0.008, 13 more sure and wrong; ten scans with bases had 0.933 with them and 0.891 without.
    std::array<double, 3> tilts_deg = {12, 6, 3}, tilt_heights_mm = {0, 2, 4};
    double poor_evidence = 0, poor_probability = 0.8;
    // Scans: quick and full evidence differ by 0 to 9 on 140 arches. Without: no loss, but the search takes longer.
    double close_evidence = 8;
    // Short paths read well, so those that lose a side do not count. Without: no arch changes.
    double whole_arch_mm = 85, shorter = 0.75;
    // Differences of log evidence, choice: at which an open scan counts as inside out; which divides such differences for the probability of
    // a side, as crowns that were closed on their own read nearly as well from their necks; for a side that is all concave.
    double inside_out_evidence = 25, side_evidence = 8, fossa_evidence = 150;
    // Anatomy: crowns and their gum end above the first, measured from the occlusal plane; thin bases do not go so deep.
    double base_depth_mm = 11, thinnest_base_mm = 3;
    // Anatomy: arms to the first molars; those behind may be missing on one side. With 24: one fewer sure.
    double arm_mm = 36;
    // The profile, choice: the crown below its top (without: Dice −0.007, found −0.013); the half breadth; walls that face each other across
    // a cleft (cosine, weight), as crowns that touch without a valley do (without: numbers −0.077, 13 more sure and wrong).
    double band_mm = 5.5, profile_half_mm = 6, wall_facing = 0.7, cleft_bend = 2;
    // Choice: concavity counts from and to, 1/mm (without: Dice −0.002); cost of a slanted valley (without: no loss).
    double least_valley = -0.4, most_valley = 1, slant_cost = 0.03;
    double crest_depth_mm = 2.5, table_depth_mm = 2;
    // Scans: a fifth of the biting surfaces of crowns is concave, next to nothing of the bottom of a base or of necks.
    double biting_depth_mm = 2.5, biting_half_mm = 6, biting_facing = 0.3, biting_bend = 0.2;
    double piece_valley = 0.5;  //!< 1/mm, between separate pieces: deeper than any other, choice
    // Crests, choice: bent more than this parts them, 1/mm (with 0.4: no loss); smaller ones do not count (without: numbers −0.178, 32 more
    // sure and wrong); how far below the top and beside the path they lie.
    double crest_bend = 0.15, crest_mm2 = 10, top_depth_mm = 3, crest_half_mm = 7;
  } arch;

  //! Step 3: log-likelihoods of the dynamic program.
  struct Numbers {
    double valley_weight = 18;  //!< per 1/mm, choice. Half: Dice −0.025, numbers −0.030; twice: Dice +0.002
    double usual_valley = 0.12;  //!< 1/mm; as likely between teeth as within one, choice
    // Of the valleys 2 to 3 mm away, which grooves make, choice. Without: of all no loss, of generated Dice −0.004, 12 fewer sure.
    double groove_share = 0.8;
    double edge_share =
        0.6;  //!< of a border's valley that a tooth beside a gap shows, choice. Without: numbers −0.012
    // Choice: a gap (without: numbers +0.014, six fewer sure); a missing tooth whose neighbours touch (without: +0.008, three fewer sure); a
    // gap and no tooth is missing, or where one was closed (without: Dice +0.002, four fewer sure).
    double gap_cost = 3, closed_gap_cost = 3.5, spaced_cost = 2.5;
    // Scans: teeth with consecutive numbers stand within 2 mm of each other in 283 of 287 pairs on 23 arches. The other four pairs are at
    // the midline or beside an erupting tooth, up to 3.8 mm apart. Without: no loss; it numbers the last tooth behind a lost molar.
    double close_mm = 2, gap_deviation_mm = 2, most_gap_misfit = 6;
    // Second milk molars beside permanent teeth. Lower second premolars erupt at 11 to 12 years and second molars at 11 to 13. Many lower
    // milk molars stay until then; later, few stay, mostly where the premolar is missing. Of 60 generated lower jaws with 75 and 85 and no
    // second molars 120 of 120 get their numbers with the first share, 26 without.
    double stayed_before_second_molars = 0.4, stayed_beside_them = 0.05;
    // Anatomy: upper ones are hardly wider than premolars, so the scores allow for their width and do not tell the two apart. They mostly
    // stay on both sides: a pair is about one in fifty. Without: numbers −0.062.
    double upper_milk_molar_cost = 1.2;
    double side_missing_cost = 6;  //!< a quadrant, choice. Without: of all no loss
    // One scan in twenty or thirty; the last two by the years that the set lasts. Choice. Without the first: numbers −0.032; without the
    // second: one more sure; without the others: numbers −0.020.
    double child_cost = 3, extraction_cost = 3.5, changing_cost = 3.7, young_cost = 2;
    // Choice: a front tooth that shows another number of crests than one, and a molar with one (without both: numbers −0.077, 14 more sure and
    // wrong); a crest in a gap (without: no loss).
    double crest_cost = 3, lone_cusp_cost = 0.5, gum_crest_cost = 1;
    // A crown is high, curved and convex. Choice: what is as likely a crown as a gap, and the odds per unit. Without relief: Dice −0.001;
    // without convexity: no loss.
    double crown_drop_mm = 2.2, crown_relief = 0.38, relief_odds = 14, crown_convexity = 0.38,
           convexity_odds = 8;
    // Anatomy: standard deviations of sizes in Wheeler's tables are some 6 %, and borders are found to 0.6 mm (0.3 mm: numbers −0.006);
    // tables to 1.5 mm, choice (without them: numbers −0.069, ten more sure and wrong).
    double width_error_mm2 = 0.36, width_variance = 0.0036, table_deviation_mm = 1.5, most_table_misfit = 16;
    double size_deviation = 0.07;  //!< of a patient's teeth from the table's, choice. Without: numbers −0.006
    // Scans: on 23 arches heights of front teeth deviate by 0.10 of what the published ones let expect, those of back teeth by 0.15. Without:
    // no loss; they tell a mixed dentition.
    double front_height_deviation = 0.10, back_height_deviation = 0.15, usual_height_mm = 6.5;
    // Of permanent teeth, which may have come out by any part, choice. With 0.001: one fewer sure and wrong.
    double erupting_share = 0.1;
    // Scans: the midline lies within 2.5 mm of the axis on 23 labelled arches, 1 mm in the mean square; twice that is allowed here, and one
    // arch in twenty may be anyhow. One child in four has an asymmetry above 2 mm (Maurice & Kula 1998). Without: one fewer sure.
    double midline_deviation_mm = 2, stray_share = 0.05, stray_range_mm = 30;
    // Divides log-likelihoods for probabilities: neighbouring columns say the same, so their sum is too certain. Scans: the numbers of 23
    // labelled arches are likeliest with this value, and hardly less so with 1 (two more sure) or 1.3 (with 1.5 five fewer sure).
    double cool = 1.15;
    double size_step = 0.04;  //!< from one size of teeth that is tried to the next, choice
    double negligible_set =
        0.005;  //!< probability of a set of teeth that is not read again, choice. Without: numbers −0.006
  } numbers;

  //! Step 4: the crowns on the surface.
  struct Crowns {
    // Choice: a crown's core and the gum far from it, in shares of its width and of its height under the biting surface. With an inset of
    // 0.35: Dice +0.003, one arch fewer all right.
    double core_inset = 0.2, core_depth = 0.35, core_breadth = 0.9, gum_depth = 0.9, gum_beyond_mm = 2.5;
    double crest_beyond_mm = 1;  //!< the half breadth: tops of crowns, choice. Without: no loss
    double steepest =
        0.6;  //!< slope of a molar's biting surface, choice. Without: of all, Dice −0.001, numbers +0.003
    // The floor of a molar's fossae is concave and faces the bite, which necks do not. Scans: a second molar that lost a cusp behind its
    // fossa has Dice 0.94 with the floor in its core, 0.79 without. Without: Dice −0.001.
    double fossa_bend = 0.2, fossa_facing = 0.7, fossa_depth = 0.6, fossa_breadth = 0.8;
    // A crown of usual size ends at the first share of the anatomical crown's height: the rest is under the gum (choice; with 1: Dice −0.002).
    // The papilla between two teeth is higher than the gum in their middle by 40 % of the crown (Chu et al. 2009; without: −0.001).
    // The odds change over the third; with 0.5: no loss.
    double usual_depth = 0.75, papilla = 0.4, soft_mm = 1.5, least_belief = 0.01;
    // Harmonic fields (Zheng, Tai & Zhang 2011), choice: how fast an edge conducts less with its concavity, 1/mm (without: Dice −0.004), and
    // the least it conducts (with 0.05: no loss).
    double usual_bend = 0.15, least_conductance = 0.002;
    // Choice: cost of 1 mm of a border over flat surface, against 1 mm² of crown taken for gum (with 5: Dice −0.003; with 50: no loss); less
    // over creases, by their bend (without: Dice −0.108, found −0.074, 94 fewer sure), down to the last (with 0.2: Dice −0.004).
    double cut_cost = 17, crease_bend = 0.3, least_cost = 0.01;
    // A longer crest, of a tooth's width, runs across a valley that is too shallow. Choice. Without whole crests: of all, Dice −0.003.
    double longest_crest = 1.4;
    // Choice: borders move to valleys by one ring of vertices where concavity differs by more than the first, 1/mm; less says nothing of the
    // side. Without the step: Dice −0.010. A neighbour lies ahead within the second, a cosine; with 0: Dice −0.002.
    double clear_difference = 0.1, ahead = 0.5;
    // Scans: of 600 crowns of 46 arches one in a hundred had less than a third of its border with the gum in a valley and none less than a
    // quarter; of eight that lay on gum seven had less. Without: one false tooth more, sure and wrong.
    double border_valley_bend = 0.15, least_valley_share = 0.25, clear_valley_share = 0.33,
           clear_border_bend = 0.05;
    double doubtful_border =
        0.7;  //!< probability that a crown without a clear neck is one, choice. Without: two more sure
    // Scans: of 313 crowns of 23 arches two had over 1.5 times the height that the others let expect, both with gum; the next had 1.4.
    // Without: one more sure.
    double highest_crown = 1.5;
    // Of a crown: a smaller part becomes what surrounds it, choice. Without: no loss, but crowns in parts.
    double island_share = 0.2;
    // The middle of a crown, from its rough surface, choice: depth below the top, bend, beyond its half breadth. Without: Dice −0.005.
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
