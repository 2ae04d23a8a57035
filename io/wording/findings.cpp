#include "io/wording/findings.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <map>
#include <string_view>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/jaw.h"
#include "occlusion/motion/excursion.h"
#include "occlusion/motion/other_start.h"

namespace intercusp {
namespace {

//! Sentences by code, or by code and reason if a code has several. Braces name values of the finding.
const std::map<std::string, Text, std::less<>>& sentences() {
  static const std::map<std::string, Text, std::less<>> table = {
      // Anatomy of the case.
      {"jaws_swapped/upper_labels",
       Text("The upper jaw has the tooth numbers of lower teeth, so the jaws look swapped")},
      {"jaws_swapped/lower_labels",
       Text("The lower jaw has the tooth numbers of upper teeth, so the jaws look swapped")},
      {"jaws_swapped/arches",
       Text("The upper arch lies {inside_mm:.1f} mm inside the lower one, so the jaws look swapped")},
      {"jaws_swapped/numbers", Text("The tooth numbers of the upper scan are those of a lower jaw, or the "
                                    "other way round: the jaws look swapped")},
      {"jaws_swapped/shapes", Text("The upper scan is shaped like a lower jaw and the lower scan like an "
                                   "upper one, so the jaws look swapped")},
      {"frame_mirrored", Text("The teeth numbered as left lie on the patient's right: the files are mirrored "
                              "or the jaws are swapped")},
      {"jaw_upside_down",
       Text("The chewing surfaces of both jaws face the same way: one jaw is upside down, check the pose")},
      {"jaws_face_away",
       Text("The chewing surfaces face away from each other: the jaws are upside down or swapped")},
      {"jaws_far_apart", Text("The jaws are far apart ({apart_mm:.0f} mm between their boxes): they are not "
                              "in bite, check the pose, which maps points of the lower to the upper's frame; "
                              "another program may write its inverse")},
      {"sides_unknown", Text("Left, right and anterior cannot be determined from these scans (a quadrant, or "
                             "no arch), so the report names no sides")},
      {"teeth_not_numbered", Text("The teeth are not numbered: regions of the arch are named instead, and "
                                  "canine guidance cannot be told from guidance by other front teeth")},
      // Spray.
      {"nothing_hit", Text("No droplet landed: check place and direction of the nozzle")},
      {"nozzle_reaches_inside", Text("{droplets:.0f} droplets start inside a solid and hit it from within: "
                                     "move the nozzle away or make it narrower")},
      {"added_faces_hit",
       Text("{droplets:.0f} droplets landed on what import added to close a scan, and count for no surface")},
      // Reading and repair of a scan.
      {"format_by_content", Text("The file {file} is {format} by its content, whatever its name says")},
      {"bytes_not_used", Text("{bytes:.0f} bytes after the last face of {file} were not used")},
      {"same_file_for_both_jaws", Text("This is the same scan as the upper jaw's, {file}")},
      {"same_file_for_solids", Text("the files {a} and {b} are the same")},
      {"track_in_metres", Text("Its lengths were taken as metres, by their size; --track-unit states them")},
      {"track_of_lower_in_upper",
       Text("Its poses ({format}) were taken as those of the lower in the upper's frame")},
      {"track_of_body", Text("The motion is that of the body {body}")},
      {"track_of_markers",
       Text("The lower jaw moves as its three markers have since the first line, where it lies as in the "
            "scans; they fit within {residual_um:.0f} µm")},
      {"track_times_by_rate", Text("Its frames were taken as {rate_hz:.6g} a second")},
      {"track_by_columns", Text("Its matrices stand column by column")},
      {"track_angles",
       Text("Its angles were taken as {unit} about x, y and z in turn, of axes that move along")},
      {"track_frames_lost", Text("{frames:.0f} frames without a pose were left out")},
      {"pose_mended", Text("The pose was not quite rigid. The nearest rotation changes an entry by "
                           "{change:.2g} at most and moves the lower by up to {moved_um:.2g} µm")},
      {"pose_of_lower_in_upper",
       Text("The matrix does not say what it maps: it was taken from the lower's frame to the upper's, row "
            "by row, in mm; if the jaws do not meet, it maps the upper's to the lower's: give its inverse")},
      {"faces_counted_by_size",
       Text("The header of {file} does not say how many faces follow; {faces:.0f} were read")},
      {"faces_without_three_corners",
       Text("{faces:.0f} faces of {file} with fewer than three corners were left out")},
      {"colours_not_valid", Text("The colours of {file} are not valid and were left out")},
      {"texture_missing", Text("The texture {texture} of {file} is missing: its colours were left out")},
      {"texture_outside_folder",
       Text("The texture {texture} lies outside the folder of {file} and was not read")},
      {"texture_not_valid", Text("The texture {texture} of {file} is no PNG or JPEG picture that can be "
                                 "used, or too large: its colours were left out")},
      {"label_array_not_used", Text("The array \"{array}\" of the file may hold tooth numbers and was not "
                                    "used; name it \"label\" to have it read")},
      {"class_numbers_not_used",
       Text(
           "The numbers in the array \"{array}\" may be Universal tooth numbers or the classes of a network, "
           "and were not used: state --numbering universal, or give the labels as JSON with \"classes\"")},
      {"milk_teeth_left_out",
       Text("Milk teeth ({teeth}) have no Universal number: they are gum in slicer.vtp")},
      {"label_colours_unknown", Text("{colours:.0f} colours of the scan are not in the table of "
                                     "--label-colours and count as gum, such as {colour}")},
      {"colours_like_labels",
       Text("The {colours:.0f} colours of {file} may stand for teeth and were not read as such: a table of "
            "them, lines r,g,b,fdi, is given with --label-colours")},
      {"label_file_not_used", Text("The file {file} has no \"labels\" and was not used")},
      {"odd_scale/near_a_unit", Text("The largest extent is {extent:.4g}, a mouth is 20 to 90 mm: state the "
                                     "unit with --unit ({units})")},
      {"odd_scale/near_none", Text("The largest extent is {extent:.4g} mm, a mouth is 20 to 90 mm; if the "
                                   "unit is another one, state it with --unit")},
      {"digits_lost",
       Text("The scan lies {distance_m:.3g} m from the origin of its file, where 32-bit numbers are up to "
            "{error_um:.2g} µm off: export it again near the origin, or as OBJ with more digits")},
      {"rounding_decides",
       Text("Whether the jaws overlap is within the rounding of their files, {rounding_um:.2g} µm")},
      {"rounding_decides_pair",
       Text("Whether {a} and {b} interfere is within the rounding of their files, {rounding_um:.2g} µm")},
      {"faces_from_both_sides",
       Text("{faces:.0f} faces were in the file from both sides; the first of each is kept")},
      {"small_components_kept",
       Text("{small:.0f} of {components:.0f} components are each below {percent:.3g} % of the area, but hold "
            "more than half of it together: none was dropped")},
      {"holes_closed/one",
       Text("One hole (a socket, or a gap in a closed model) was closed where it is, {width_mm:.1f} mm "
            "across, about ({x_mm:.4g}, {y_mm:.4g}, {z_mm:.4g}) mm. Its cap is not anatomy")},
      {"holes_closed/several", Text("{holes:.0f} holes (sockets, or gaps in a closed model) were closed "
                                    "where they are; the widest is {width_mm:.1f} mm across, about "
                                    "({x_mm:.4g}, {y_mm:.4g}, {z_mm:.4g}) mm. These caps are not anatomy")},
      {"inner_boundary_closed",
       Text("An inner boundary {length_mm:.1f} mm long about ({x_mm:.4g}, {y_mm:.4g}, {z_mm:.4g}) mm (a hole "
            "in the scan, or the inner margin of an arch) was closed down to the base")},
      {"more_inner_boundaries", Text("{boundaries:.0f} more inner boundaries were closed down to the base")},
      {"direction_of_bite_guessed",
       Text("The open parts face no common side: the direction of the bite is a guess")},
      {"open_part_turned_over", Text("An open part about ({x_mm:.4g}, {y_mm:.4g}, {z_mm:.4g}) mm faced away "
                                     "from the bite and was turned over")},
      {"bodies_have_meshes", Text("{bodies:.0f} of the solids are bodies of a formula. Depth, volume and "
                                  "place are taken from the formula; who penetrates, touching and pictures "
                                  "from meshes at most {error_um:.2g} µm off the bodies")},
      {"bodies_are_sprayed",
       Text("{bodies:.0f} of the solids are bodies of a formula, which droplets meet. Areas, numbers per "
            "triangle and pictures are those of meshes at most {error_um:.2g} µm off the bodies")},
      {"numbering_guessed/labels",
       Text("The labels' tooth numbers ({numbers}) could be FDI or Universal: taken as {numbering}")},
      {"numbering_guessed/file_names",
       Text("The file names' tooth numbers ({numbers}) could be FDI or Universal: taken as {numbering}")},
      {"labels_of_no_tooth",
       Text("{vertices:.0f} vertices have labels that are no {numbering} tooth ({numbers}): taken as gum")},
      {"labels_of_other_jaw/upper", Text("The labels name teeth of the lower jaw only, but this is given as "
                                         "the upper: upper and lower may be in each other's place")},
      {"labels_of_other_jaw/lower", Text("The labels name teeth of the upper jaw only, but this is given as "
                                         "the lower: upper and lower may be in each other's place")},
      // Teeth of a scan.
      {"scan_inside_out", Text("The faces of the scan look inward: it is inside out or mirrored, so its "
                               "teeth are not numbered; export it again with its faces outward")},
      {"no_teeth_found", Text("No teeth were found on the scan")},
      {"no_teeth_found/size",
       Text("No teeth were found on the scan: it is smaller than three teeth or larger than any jaw")},
      {"no_teeth_found/two_arches",
       Text("No teeth were numbered: the file holds both jaws; export each jaw to its own file")},
      {"no_teeth_found/holes", Text("No teeth were found on the scan: {open_percent:.0f} % of its edges are "
                                    "open, as where faces are missing; export the whole mesh")},
      {"no_teeth_found/no_row", Text("No teeth were found on the scan: its bumps form no row of crowns")},
      {"no_teeth_found/no_jaw", Text("No teeth were found on the scan: its bumps are not shaped and placed "
                                     "as the crowns of a jaw are")},
      {"jaw_contradicted", Text("The scan is given as the {given} jaw but looks like the {seen} one: its "
                                "tooth numbers are not sure, check which jaw it is")},
      {"teeth_sides_contradict/counted",
       Text("The tooth numbers found on the {jaw} jaw put its left teeth on the patient's right: its teeth "
            "were counted along the arch instead")},
      {"teeth_sides_contradict/not_sure",
       Text("The tooth numbers found on the {jaw} jaw put its left teeth on the patient's right: they are "
            "not sure, check that the scan is not mirrored")},
      // inspect
      {"jaws_do_not_overlap",
       Text("The jaws do not overlap when viewed along the direction of projection: check the pose")},
      {"upper_not_above_lower", Text("Nowhere does the upper jaw lie above the lower: the jaws are swapped "
                                     "or upside down, or the direction points the wrong way")},
      {"not_in_bite/apart", Text("The jaws are not in bite: they are at least {apart_mm:.2f} mm apart")},
      {"not_in_bite/overlapping",
       Text("The jaws are not in bite: they overlap by up to {depth_mm:.2f} mm; check the pose")},
      {"overlap_between_pixels",
       Text("The jaws overlap where no pixel shows it: between pixels, or beside the map")},
      {"overlap_not_confirmed", Text("Pixels show an overlap along the direction of projection, but by "
                                     "surface distance the jaws only touch")},
      // close
      {"no_map_about_axis/jaw_at_axis",
       Text("The {jaw} jaw comes within 1 mm of the axis, where angles mean nothing")},
      {"no_map_about_axis/jaw_around_axis", Text("The {jaw} jaw lies all around the axis")},
      {"no_map_about_axis/faces_too_large",
       Text("The faces are so large that they would have to be cut into tens of millions")},
      {"map_too_large", Text("A map of {size_x_mm:f} mm × {size_y_mm:f} mm would have {pixels:f} pixels; use "
                             "a pixel of at least {least_pixel_mm:f} mm")},
      {"engine_limit",
       Text("A jaw has more faces or spans more pixels than the engine can draw: take larger pixels")},
      // play
      {"movements_without_sides",
       Text("Left, right and anterior cannot be determined from these scans (a quadrant, or no arch), so the "
            "tables name no sides and movements have only the names that the track gives them")},
      {"single_pose", Text("The track has a single pose: it has areas but no duration")},
      {"track_misses_jaws",
       Text("At no pose does the upper jaw lie above the lower along the direction of projection: check that "
            "the track belongs to these scans and takes the lower's file frame to the upper's, in mm")},
      {"never_in_contact",
       Text("The jaws never come into contact: at best they are {apart_mm:.2f} mm apart")},
      {"track_overlaps",
       Text("The jaws overlap by up to {depth_mm:.2f} mm: check that the track belongs to these scans")},
      // Excursions.
      {"bite_opened", Text("The bite had to be opened by {opening_deg:.1f} degrees to its first contact: "
                           "check that it is one")},
      {"bite_closed", Text("The bite had to be closed by {closing_deg:.1f} degrees to its first contact: "
                           "check that it is one")},
      {"excursion_ends",
       Text("{movement}: beyond {reached_mm:.1f} mm the jaws no longer meet when they close")},
      {"path_jumps", Text("{movement}: the path jumps where teeth leave each other on a steep wall; the "
                          "report gives the excursions reached beside those requested")},
      // settle
      {"no_axes", Text("Up, front and left cannot be determined from these scans (a quadrant, or no arch): "
                       "give the closing direction with --direction X,Y,Z")},
      {"not_in_bite/unknown_distance", Text("Nowhere is the distance between the jaws certain")},
      {"not_in_bite/too_far_apart", Text("The jaws are at least {apart_mm:.2f} mm apart at the start, more "
                                         "than the {most_mm} mm that they may be moved")},
      {"not_in_bite/too_deep", Text("The jaws overlap by {depth_mm:.2f} mm at the start, more than the "
                                    "{most_mm} mm that they may be moved")},
      {"not_in_bite/facing_nothing", Text("Nowhere does the lower jaw face the upper within {near_mm} mm")},
      {"no_rest/slips", Text("Pressed together, the lower jaw slips off the upper and finds no rest")},
      {"no_rest/force_not_held", Text("The lower jaw does not come to rest: {not_held_percent:.1f} % of the "
                                      "closing force are not held")},
      {"too_deep", Text("No pose near the rest has its deepest place within {tolerance_mm} mm")},
      {"too_far", Text("The place found is {moved_mm:.2f} mm and {turned_deg:.2f}° from the start, further "
                       "than {most_mm} mm or {most_deg:.0f}°: the start is not near this bite")},
      {"swapped",
       Text("The upper arch lies {inside_mm:.1f} mm inside the lower one all around: the jaws may be "
            "swapped; if the patient bites like that, give the closing direction with --direction X,Y,Z")},
      {"too_few_contacts",
       Text("Contacts that the lower jaw stands on: {contacts}; a stable bite has at least {least}")},
      {"unbalanced",
       Text("The contacts do not surround the bite's centre: pressed there, the jaw would tilt")},
      {"one_sided",
       Text("{left_percent:.0f} % of the load is on the left side: the other side bears nothing")},
      {"ambiguous", Text("{other_places} of {starts} starts 0.3 mm and 0.5° from the given one lead to "
                         "another place, up to {spread_mm:.2f} mm away: the bite is ambiguous")},
      {"better_elsewhere", Text("{start} the jaws fit {fit:.1f} times as well as where they were found to "
                                "settle: the start is probably not in the patient's bite")},
      // bite
      {"bite_by_arches", Text("The bite is estimated: it is the closest fit of the arches, which may differ "
                              "from the patient's bite")},
      {"bite_fit_low",
       Text("The jaws fit less well than bites do, check that both scans are of one patient: "
            "{fit_percent:.0f} % of the lower's chewing surface is near the upper and {contact_mm2:.0f} mm² "
            "touch; for bites the medians are {bites_fit_percent:.0f} % and {bites_contact_mm2:.0f} mm², for "
            "jaws of two patients {exchanged_fit_percent:.0f} % and {exchanged_contact_mm2:.0f} mm²")},
      {"too_few_opposing_teeth", Text("Fewer than three pairs of opposing teeth have numbers, or one side, "
                                      "the front or the back has none: the arches show no bite")},
      {"arches_find_no_rest", Text("Pressed together, the arches find no rest")},
      {"arches_do_not_fit", Text("The jaws do not fit: at best {fit_percent:.0f} % of the lower's chewing "
                                 "surface is near the upper, as of jaws of two patients")},
      {"several_bites_fit",
       Text("Several bites fit alike: {fit_percent:.0f} % of the lower's chewing surface is near the upper "
            "at best, {next_percent:.0f} % at the next one; a buccal scan decides")},
      {"jaw_not_in_buccal_scans", Text("No buccal scan shows the {jaw} jaw: it is another patient's, or too "
                                       "little of it is in the scan")},
      {"buccal_scan_not_used",
       Text("Buccal scan {number:.0f} shows not enough of both jaws and was not used")},
      {"buccal_scans_disagree",
       Text("The buccal scans lead to bites that are {apart_mm:.2f} mm apart, more than {most_mm} mm: the "
            "patient bit differently, or one scan is distorted")},
      {"bite_deeper_than_noise", Text("The jaws overlap by up to {depth_mm:.2f} mm in this bite, more than "
                                      "the noise of the scans ({noise_mm:.3f} mm) explains; \"intercusp "
                                      "settle\" with --pose pose.json moves them to a stable bite nearby")},
      // checkbite
      {"record_of_other_jaws",
       Text("Record {record} does not show the {jaw} jaw: it is another patient's, or too "
            "little of it is in the scans; it was not used")},
      {"record_scans_disagree",
       Text("The two scans of record {record} lead to bites that are {apart_mm:.2f} mm apart: "
            "the jaw moved between them, or one is distorted; it was not used")},
      {"record_scan_not_used",
       Text("Scan {number:.0f} of record {record} shows not enough of both jaws and was not used")},
      {"record_implausible",
       Text("In record {record} the jaw has moved by {moved_mm:.0f} mm and turned by "
            "{turned_deg:.0f}°, which no patient does: it is of other jaws; it was not used")},
      {"record_not_moved",
       Text("Record {record} lies {moved_mm:.2f} mm from the centric record: it shows no movement "
            "and was not used")},
      {"record_exchanged",
       Text("The movement in record {record} is that of a record \"{looks_like}\": records may be "
            "exchanged; it was not used")},
      {"centric_exchanged",
       Text("Against the centric record, record {record} lies up or back: the centric record may "
            "be exchanged; nothing was determined")},
      {"centric_without_pose",
       Text("The centric record has no pose, so the others have nothing to be compared with")},
      {"opening_glides",
       Text("From {from_deg:.1f}° to record {record} the condyles glide by {glide_mm:.1f} mm: the axis is "
            "that of the smaller openings alone")},
      {"openings_disagree",
       Text("The openings turn about no common axis: they miss it by {times:.1f} times the errors of "
            "the records, and the intervals are as much wider")},
      {"opening_too_small",
       Text("An opening of {opening_deg:.1f}° is too small for its error: it does not tell the hinge axis")},
      {"glide_not_told", Text("One opening cannot tell a glide of the condyles from another axis")},
      {"axis_far_from_average",
       Text("The axis lies {right_mm:.0f} mm (right) and {left_mm:.0f} mm (left) from the average "
            "condyles, more than {limit_mm:.0f} mm: the condyles may have glided in the opening")},
      {"condyles_average",
       Text("Without a hinge axis the condyles are those of the Bonwill triangle, and the intervals "
            "contain how far patients differ from it")},
      {"side_shift_not_told",
       Text("The records of one side do not tell the immediate side shift of the {condyle} condyle: "
            "its Bennett angle is a chord under a shift of 0")},
      {"movement_too_small/inclination",
       Text("The protrusion is too small to tell the inclination of the {condyle} condyle")},
      {"movement_too_small/bennett",
       Text("The laterotrusion is too small to tell the Bennett angle of the {condyle} condyle")},
      {"movement_too_small/side_shift",
       Text("The laterotrusions are too small or too alike to tell the side shift of the {condyle} condyle")},
      {"movement_too_small/nonworking_inclination",
       Text("The laterotrusion is too small to tell the inclination of the {condyle} condyle")},
      // compare
      {"same_file_twice", Text("The scan after is the same file as the scan before, {file}: no change")},
      {"scans_not_registered/no_surface", Text("A scan, or the region of it, has no surface")},
      {"scans_not_registered/too_little_overlap",
       Text("The scans have too little surface in common: {overlap_percent:.0f} % of the smaller one")},
      {"scans_not_registered/shapes_differ",
       Text("The shapes of the scans differ almost everywhere: they are of different patients, or of "
            "different parts of the mouth")},
      {"scans_not_registered/other_jaw",
       Text("By their tooth numbers one scan is of the upper jaw and the other of the lower")},
      {"scans_not_registered/mirrored",
       Text("A scan fits the mirror image of the other: one of the files is mirrored")},
      {"scans_not_registered/several_poses", Text("The scans fit each other as well in several poses: state "
                                                  "a region with --region, or the pose with --pose")},
      {"scans_not_registered/slides", Text("The surface in common slides on itself in some direction: state "
                                           "a larger region, or the pose with --pose")},
      {"moved_teeth_left_out",
       Text("Teeth that moved or are missing were left out in bringing the scans together: {teeth}")},
      {"gum_left_out",
       Text("The gum has changed almost everywhere: the teeth alone tell that the scans belong together")},
      {"no_tooth_numbers",
       Text("The scan before has no tooth numbers: changes are given at its vertices, not for teeth")},
      {"most_has_changed", Text("Only {kept_percent:.0f} % of the surface in common has not changed: state "
                                "what has not with --region or --region-teeth")},
      {"pose_of_after_in_before", Text("The matrix does not say what it maps: it was taken from the frame of "
                                       "the scan after to that of the scan before, row by row, in mm")},
      {"stopped", Text("The work was stopped before its end")}};
  return table;
}

//! The word for a value that is a code. Names of files and arrays are shown unchanged.
std::string word_of_value(const std::string& code) {
  static const std::map<std::string, Text, std::less<>> words = {
      {name_of(Jaw::upper), Text("upper")},
      {name_of(Jaw::lower), Text("lower")},
      {"left_condyle", Text("left")},
      {"right_condyle", Text("right")},
      {name_of(OtherStart::tooth_forward), Text("a tooth forward")},
      {name_of(OtherStart::tooth_back), Text("a tooth back")},
      {name_of(OtherStart::turned_left), Text("turned by a tooth to the left")},
      {name_of(OtherStart::turned_right), Text("turned by a tooth to the right")},
      {name_of(OtherStart::back_to_front), Text("turned back to front")},
      {name_of(Excursion::protrusion), Text("protrusion")},
      {name_of(Excursion::laterotrusion_left), Text("laterotrusion to the left")},
      {name_of(Excursion::laterotrusion_right), Text("laterotrusion to the right")}};
  const auto word = words.find(code);
  return word == words.end() ? code : std::string(word->second);
}

std::string filled_in(std::string_view sentence, const Finding& finding) {
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const auto& [name, value] : finding.values) {
    const auto add = [&, key = name.c_str()](const auto& shown) { values.push_back(fmt::arg(key, shown)); };
    if (const auto* const text = std::get_if<std::string>(&value)) {
      add(word_of_value(*text));
    } else {
      std::visit([&](const auto& number) { add(spelled(number)); }, value);
    }
  }
  return capitalised(fmt::vformat(sentence, values));
}

}  // namespace

std::string sentence_of(const Finding& finding) {
  // Finding about the anatomy, used as a refusal.
  if (finding.code == codes::misplaced)
    return sentence_of({finding.text("finding"), finding.severity, finding.values});
  const auto reason = finding.values.find("reason");
  const std::string key = reason == finding.values.end()
                              ? finding.code
                              : finding.code + "/" + std::get<std::string>(reason->second);
  const auto sentence = sentences().find(key);
  return sentence == sentences().end() ? key : filled_in(sentence->second, finding);
}

std::string clause_of(const Finding& finding) {
  std::string clause = sentence_of(finding);
  if (language() != Language::english) return clause;  // nouns have capitals
  if (!clause.empty() && clause[0] >= 'A' && clause[0] <= 'Z') clause[0] += 'a' - 'A';
  return clause;
}

std::vector<std::string> sentences_of(const std::vector<Finding>& findings) {
  std::vector<std::string> sentences;
  for (const Finding& finding : findings) sentences.push_back(sentence_of(finding));
  return sentences;
}

std::string in_words(const std::optional<SuperiorMethod>& method) {
  if (!method) return {};
  return *method == SuperiorMethod::open_normals ? phrase("normals of the open scans")
                                                 : phrase("principal axes");
}

}  // namespace intercusp
