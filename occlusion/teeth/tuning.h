// Every constant that the search for teeth uses, by step (README.md), with its origin and what accuracy loses
// without it; and the expected sizes of teeth.
//
// Origin. "Anatomy": sizes of teeth or jaws from the books named. "Scans": measured on labelled arches.
// "Choice": set by looking at the half of those arches that served for tuning; no other origin is recorded.
//
// Loss. "Without" means that the constant's bound, cost or weight is removed; "with 0.4" that the constant
// has this value. Twelve arches of four kinds have Dice 0.946, 0.983 of the teeth found, 0.963 with their
// numbers, and 150 sure teeth, one of them wrong. 104 arches ("all") have 0.950, 0.983, 0.947 and 1340
// sure, 26 wrong. 34 generated jaws ("generated") have 0.926, 0.998, 0.993 and 405 sure, 2 wrong. Losses
// without a set's name are those of the twelve arches. A single arch may decide differences below 0.003. A
// constant without a note was not measured. Constants that lose nothing stay: they were added for scans of
// which these sets hold few or none.
#pragma once

#include <array>

#include "occlusion/base/jaw.h"

namespace intercusp {

struct Tuning {
  //! Step 1: a scan resampled to the scale of teeth.
  struct Surface {
    // Choice: weights of borders that are tuned on edges of 1 mm fail on edges of 0.2 mm, so all edges become
    // about half a millimetre long. On 17 arches, two of them at full resolution, without splitting: Dice
    // −0.013, numbers −0.146; without merging: −0.003, −0.010.
    double longest_edge_mm = 0.75;  //!< longer edges are split
    double merge_radius_mm = 0.35;  //!< within this, vertices merge into one,
    double short_edges_mm = 0.3;    //!< if the median edge is shorter than this
    // Anatomy: a face with an edge above a limit belongs to the walls or bottom of a base. The limit is the
    // second times the median edge, at least the first, and at most the third, because crowns are up to 12 mm
    // wide. Without: Dice −0.001 (17 arches); scans closed by a base need it.
    double base_edge_mm = 6, base_edge_medians = 6, crown_edge_mm = 12;
    // Import tells margins from holes by the same rule (io/mesh/repair/holes.cpp).
    double margin_length_squared_per_area = 1.2;
    // Anatomy: a lower incisor shows about 60 mm², a molar with its roots 700 mm². Without: no arch changes;
    // models in separate pieces need it.
    double smallest_crown_mm2 = 30, largest_crown_mm2 = 900;
    // Choice: the first is the radius over which curvature is averaged to see valleys between teeth. With
    // 0.4: Dice +0.002, three more sure and wrong; with 1.2: −0.004, 12 fewer sure. The second is that for
    // the crease of the gum. With 0.3: found −0.006; with 1: Dice −0.022.
    double arch_radius_mm = 0.8, border_radius_mm = 0.6;
  } surface;

  //! Step 2: the path along the crowns and the profile along it.
  struct Arch {
    // Choice: limit of the ratio of mean squares up to which an axis of a closed jaw counts as thin. A base
    // may make a closed jaw as high as it is long, but not much higher.
    double thin = 4;
    // Anatomy: anything higher above the occlusal plane is cheek or an instrument. Without: no loss.
    double stray_height_mm = 5;
    // Choice: tops of crowns, one per square of the first side. Cusps and edges are more convex than
    // the second, 1/mm (without: numbers −0.058, ten more sure and wrong), and face the bite by the
    // third, a cosine (without: Dice +0.003); gum and palate hardly do. Convexity beyond the last adds
    // no weight (without: found −0.006).
    double top_square_mm = 2, top_bend = 0.5, top_facing = 0.2, top_bend_limit = 1.5;
    // The occlusal plane, choice: tops above it weigh more, by the first factor (without: four fewer sure).
    // Tops below it weigh less the deeper they are, relative to a reach. The reach begins with the second, or
    // the third for other planes, and shrinks to the last.
    double above_weight = 2, first_reach_mm = 6, other_reach_mm = 3, least_reach_mm = 1.5;
    double support_mm = 2, support_above = 0.5;  //!< without the second: no arch changes
    //! Share of tops below the level at which the search begins. With 0.5: no loss.
    double level_share = 0.85;
    // Choice: cheek or a base may hold the first plane off the teeth on one side. Other planes
    // are also read if their support is at least the last share of the first plane's. Without
    // them: one arch of all loses a number.
    double plane_slope = 0.3, plane_difference = 0.2, plane_share = 0.7;
    double tops_below_mm = 3.5;  //!< depth below the plane, choice. Without: found −0.006
    // Choice: deviations from the circle and from the curve beyond these count less. Without the
    // second: no loss, three fewer sure.
    double circle_mm = 6, polar_mm = 3.5;
    // The middle of the crowns, choice: from vertices more curved than the first, 1/mm (without: of
    // all, numbers −0.009), within the second of the path, and within the third below the highest
    // around (without: numbers −0.303).
    double bent = 0.35, beside_mm = 9, below_top_mm = 3;
    //! For the path's shift: width of the smoothing and resistance, choice. Without inertia: no loss.
    double smoothing_mm = 5, inertia = 0.1;
    // Tilted planes. Eleven arches of twelve read better than the poor evidence, so few pay for this
    // search. Without: of all, Dice −0.002, numbers −0.008, 13 more sure and wrong; ten scans with bases
    // had 0.933 with them and 0.891 without.
    std::array<double, 3> tilts_deg = {12, 6, 3}, tilt_heights_mm = {0, 2, 4};
    double poor_evidence = 0, poor_probability = 0.8;
    // Scans: quick and full evidence differ by 0 to 9 on 140 arches. Without: no
    // loss, but the search takes longer.
    double close_evidence = 8;
    // Paths that lose a side are short and read well, so they are ignored. Without: no arch changes.
    double whole_arch_mm = 85, shorter = 0.75;
    // Choice. The first: an open scan is inside out if it reads better by this log evidence when turned. The
    // second divides differences of log evidence for the probability of a side, since crowns that were closed
    // one by one read nearly as well from their necks. The third is the evidence for a side that is all
    // concave.
    double inside_out_evidence = 25, side_evidence = 8, fossa_evidence = 150;
    // Anatomy: crowns and their gum end within the first, measured from the occlusal
    // plane; thin bases are not so deep.
    double base_depth_mm = 11, thinnest_base_mm = 3;
    // Anatomy: arms end at the first molars, since those behind may be missing on one
    // side. With 24: one fewer sure.
    double arm_mm = 36;
    // The profile, choice: how far a crown counts below its top (without: Dice −0.007, found −0.013); half
    // the breadth of the profile; cosine and weight of walls that face each other across a cleft, as between
    // crowns that touch without a valley (without: numbers −0.077, 13 more sure and wrong).
    double band_mm = 5.5, profile_half_mm = 6, wall_facing = 0.7, cleft_bend = 2;
    // Choice: concavity is clamped to the first two, 1/mm (without: Dice −0.002); the third is the cost of a
    // slanted valley (without: no loss).
    double least_valley = -0.4, most_valley = 1, slant_cost = 0.03;
    double crest_depth_mm = 2.5, table_depth_mm = 2;
    // Scans: a fifth of the biting surfaces of crowns is concave, and nearly nothing of the
    // bottom of a base or of necks.
    double biting_depth_mm = 2.5, biting_half_mm = 6, biting_facing = 0.3, biting_bend = 0.2;
    //! 1/mm, of the valley between separate pieces: deeper than any other, choice.
    double piece_valley = 0.5;
    // Crests, choice: concavity beyond the first parts them, 1/mm (with 0.4: no loss); those smaller than the
    // second do not count (without: numbers −0.178, 32 more sure and wrong); they lie within the third of the
    // top and within the fourth of the path.
    double crest_bend = 0.15, crest_mm2 = 10, top_depth_mm = 3, crest_half_mm = 7;
  } arch;

  //! Step 3: log-likelihoods of the dynamic program.
  struct Numbers {
    double valley_weight = 18;  //!< per 1/mm, choice. Half: Dice −0.025, numbers −0.030; twice: Dice +0.002
    double usual_valley = 0.12;  //!< 1/mm; as likely between teeth as within a tooth, choice
    // Choice: share of the valleys 2 to 3 mm away, which grooves make, that is subtracted. Without: of all no
    // loss, of generated Dice −0.004, 12 fewer sure.
    double groove_share = 0.8;
    //! Share of a border's valley that a tooth beside a gap shows, choice. Without: numbers −0.012.
    double edge_share = 0.6;
    // Choice: costs of a gap (without: numbers +0.014, six fewer sure), of a missing tooth whose neighbours
    // touch (without: +0.008, three fewer sure), and of a gap although no tooth is missing or the space was
    // closed (without: Dice +0.002, four fewer sure).
    double gap_cost = 3, closed_gap_cost = 3.5, spaced_cost = 2.5;
    // Scans: on 23 arches, 283 of 287 pairs of teeth with consecutive numbers stand within 2 mm of each
    // other. The other four are at the midline or beside an erupting tooth, up to 3.8 mm apart. Without: no
    // loss; it numbers the last tooth behind a lost molar.
    double close_mm = 2, gap_deviation_mm = 2, most_gap_misfit = 6;
    // Second milk molars beside permanent teeth. Lower second premolars erupt at 11 to 12 years and second
    // molars at 11 to 13. Many lower milk molars stay until then; later few stay, mostly where the premolar
    // is missing. In 60 generated lower jaws with 75 and 85 and no second molars, 120 of 120 milk molars get
    // their numbers with the first share, 26 without.
    double stayed_before_second_molars = 0.4, stayed_beside_them = 0.05;
    // Anatomy: upper second milk molars are hardly wider than premolars, so the scores allow for their
    // width and do not tell the two apart. They mostly stay on both sides; about one child in fifty keeps a
    // pair. Without: numbers −0.062.
    double upper_milk_molar_cost = 1.2;
    double side_missing_cost = 6;  //!< cost of a missing quadrant, choice. Without: of all no loss
    // Choice: about one scan in twenty or thirty is of each of these sets; the last two follow from the
    // years that the set lasts. Without the first: numbers −0.032; without the second: one more sure;
    // without the others: numbers −0.020.
    double child_cost = 3, extraction_cost = 3.5, changing_cost = 3.7, young_cost = 2;
    // Choice: costs of a front tooth with a number of crests other than one and of a molar with one crest
    // (without both: numbers −0.077, 14 more sure and wrong), and of a crest in a gap (without: no loss).
    double crest_cost = 3, lone_cusp_cost = 0.5, gum_crest_cost = 1;
    // A crown is high, curved and convex. Choice: the values that are as likely for a crown as for a gap, and
    // the odds per unit. Without relief: Dice −0.001; without convexity: no loss.
    double crown_drop_mm = 2.2, crown_relief = 0.38, relief_odds = 14, crown_convexity = 0.38,
           convexity_odds = 8;
    // Anatomy: standard deviations of the sizes in Wheeler's tables are some 6 %. Choice: borders are found
    // to 0.6 mm (with 0.3 mm: numbers −0.006), breadths of biting surfaces to 1.5 mm (without them: numbers
    // −0.069, ten more sure and wrong).
    double width_error_mm2 = 0.36, width_variance = 0.0036, table_deviation_mm = 1.5, most_table_misfit = 16;
    //! Deviation of a patient's teeth from the published sizes, choice. Without: numbers −0.006.
    double size_deviation = 0.07;
    // Scans: on 23 arches, heights of front teeth deviate from the expected ones by a share of 0.10, those of
    // back teeth by 0.15. Without: no loss; they recognise a mixed dentition.
    double front_height_deviation = 0.10, back_height_deviation = 0.15, usual_height_mm = 6.5;
    // Choice: share of permanent teeth that are erupting and show any part of their height. With
    // 0.001: one fewer sure and wrong.
    double erupting_share = 0.1;
    // Scans: on 23 labelled arches the midline lies within 2.5 mm of the axis, 1 mm root mean square. Twice
    // that is allowed here, and one arch in twenty may deviate by any amount. One child in four has an
    // asymmetry above 2 mm (Maurice & Kula 1998). Without: one fewer sure.
    double midline_deviation_mm = 2, stray_share = 0.05, stray_range_mm = 30;
    // Divides log-likelihoods before they become probabilities: neighbouring columns repeat the same
    // evidence, so their sum is too certain. Scans: the numbers of 23 labelled arches are likeliest with this
    // value, and hardly less so with 1 (two more sure) or 1.3 (with 1.5 five fewer sure).
    double cool = 1.15;
    double size_step = 0.04;  //!< between the sizes of teeth that are tried, choice
    //! A set of teeth with a lower probability is not read again, choice. Without: numbers −0.006.
    double negligible_set = 0.005;
  } numbers;

  //! Step 4: the crowns on the surface.
  struct Crowns {
    // Choice: the core of a crown and the gum far from it, as shares of the width and of the height below the
    // biting surface. With an inset of 0.35: Dice +0.003, one arch fewer all right.
    double core_inset = 0.2, core_depth = 0.35, core_breadth = 0.9, gum_depth = 0.9, gum_beyond_mm = 2.5;
    //! Tops of crowns reach this far beyond half the breadth, choice. Without: no loss.
    double crest_beyond_mm = 1;
    //! Slope of a molar's biting surface, at most, choice. Without: of all, Dice −0.001, numbers +0.003.
    double steepest = 0.6;
    // The floor of a molar's fossae is concave and faces the bite; necks do not face it. Scans: a
    // second molar that lost a cusp behind its fossa has Dice 0.94 with the floor in its core, 0.79
    // without. Without: Dice −0.001.
    double fossa_bend = 0.2, fossa_facing = 0.7, fossa_depth = 0.6, fossa_breadth = 0.8;
    // A crown of usual size ends at the first share of the anatomical crown's height, because the rest is
    // under the gum (choice; with 1: Dice −0.002). The papilla between two teeth rises above the gum in
    // their middle by 40 % of the crown's height (Chu et al. 2009; without: −0.001). The odds change over
    // the third; with 0.5: no loss.
    double usual_depth = 0.75, papilla = 0.4, soft_mm = 1.5, least_belief = 0.01;
    // Harmonic fields (Zheng, Tai & Zhang 2011), choice: the concavity at which the conductance of an edge
    // falls to 1/e, 1/mm (without: Dice −0.004), and the least conductance (with 0.05: no loss).
    double usual_bend = 0.15, least_conductance = 0.002;
    // Choice: cost of 1 mm of border over flat surface, where 1 mm² of crown taken for gum costs its log odds
    // (with 5: Dice −0.003; with 50: no loss). Borders over creases cost less, by their bend (without: Dice
    // −0.108, found −0.074, 94 fewer sure), down to the last factor (with 0.2: Dice −0.004).
    double cut_cost = 17, crease_bend = 0.3, least_cost = 0.01;
    // Choice: a crest longer than this times the tooth's width runs across a valley that is too shallow to
    // part it. Without whole crests: of all, Dice −0.003.
    double longest_crest = 1.4;
    // Choice: borders move to valleys by one ring of vertices if the concavity on both sides differs by more
    // than the first, 1/mm; smaller differences do not tell the side. Without this step: Dice −0.010. A
    // neighbour lies ahead if its direction is within the second, a cosine; with 0: Dice −0.002.
    double clear_difference = 0.1, ahead = 0.5;
    // Scans: among 600 crowns of 46 arches, one in a hundred had less than a third of its border with the gum
    // in a valley, and none less than a quarter. Seven of eight false crowns on gum had less. Without: one
    // false tooth more, sure and wrong.
    double border_valley_bend = 0.15, least_valley_share = 0.25, clear_valley_share = 0.33,
           clear_border_bend = 0.05;
    //! Probability that a crown without a clear neck is a tooth, choice. Without: two more sure.
    double doubtful_border = 0.7;
    // Scans: among 313 crowns of 23 arches, two had over 1.5 times the expected height, both with gum; the
    // next had 1.4. Without: one more sure.
    double highest_crown = 1.5;
    // Choice: a part smaller than this share of its crown becomes what surrounds it. Without:
    // no loss, but crowns in parts.
    double island_share = 0.2;
    // Choice: the middle of a crown is that of its rough surface: within the first below its top, more curved
    // than the second, and within the third beyond half its breadth. Without: Dice −0.005.
    double middle_depth_mm = 3.5, middle_bend = 0.3, middle_beyond_mm = 4;
    // Scans: the six crowns without a number on 70 arches have at least 59 mm² of surface, at most 0.23 of it
    // near the margin, and a mean curvature of 0.39 1/mm; of 110 other places behind last teeth and in gaps eight
    // reach all three. The span of a molar and the least gap are choices.
    double unnumbered_mm2 = 50, unnumbered_margin = 0.25, unnumbered_bend = 0.38, unnumbered_span_mm = 9,
           unnumbered_gap_mm = 3;
  } crowns;
};

inline constexpr Tuning tuning;

// Published mean sizes of teeth. For places along the arch see occlusion/case/fdi.h.

struct ToothSize {
  double mesiodistal_mm, buccolingual_mm;
  double table_mm;  //!< breadth across the arch within 2 mm of the highest point of the cross-section
};

[[nodiscard]] const ToothSize& tooth_size(Jaw jaw, int place, bool milk = false);
//! Height of the anatomical crown, part of which is under the gum.
[[nodiscard]] double crown_height_mm(Jaw jaw, int place, bool milk = false);

}  // namespace intercusp
