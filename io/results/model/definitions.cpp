#include "io/language/language.h"
#include "io/results/model/report.h"

namespace intercusp {
namespace {

struct Entry {
  Wording name, definition;
  const char* source;
  const char* unit;
};

constexpr auto definitions = enum_table<MeasureKey, Entry>(
    {{MeasureKey::width,
      {Text("mesiodistal width"),
       Text("Distance between the mesial and the distal contact point along the crown's mesiodistal axis."),
       "Moorrees 1959", "mm"}},
     {MeasureKey::bolton_anterior,
      {Text("Bolton ratio, anterior"),
       Text("Sum of the widths of the six lower front teeth in percent of that of the six upper ones (77.2 ± "
            "1.65 %)."),
       "Bolton 1958, Angle Orthod 28:113-130", "%"}},
     {MeasureKey::bolton_anterior_discrepancy,
      {Text("Bolton discrepancy, anterior"),
       Text("Excess width of the lower front teeth over that which the mean ratio gives to the upper ones; "
            "negative: excess of "
            "the upper ones, by the lower ones."),
       "Bolton 1962, Am J Orthod 48:504-529", "mm"}},
     {MeasureKey::bolton_overall,
      {Text("Bolton ratio, overall"),
       Text("Sum of the widths from first molar to first molar of the lower jaw in percent of that of the "
            "upper (91.3 ± 1.91 %)."),
       "Bolton 1958, Angle Orthod 28:113-130", "%"}},
     {MeasureKey::bolton_overall_discrepancy,
      {Text("Bolton discrepancy, overall"),
       Text("Excess width of the twelve lower teeth over that which the mean ratio gives to the upper ones; "
            "negative: excess of "
            "the upper ones, by the lower ones."),
       "Bolton 1962, Am J Orthod 48:504-529", "mm"}},
     {MeasureKey::arch_perimeter,
      {Text("arch perimeter"),
       Text("From the mesial contact point of one first molar to that of the other, seen along the occlusal "
            "plane's normal. Segments: four "
            "straight lines that meet between canine and lateral incisor and between the central incisors. "
            "Curve: along a polynomial of "
            "the fourth degree through incisal edges, canine tips and the middles "
            "of other crowns."),
       "Chen et al. 2021, Taiwan J Orthod 33(1):3; Lu 1966, Arch Oral Biol 11:1057-1069", "mm"}},
     {MeasureKey::crowding,
      {Text("crowding"),
       Text("Sum of the widths mesial to the first molars less the arch perimeter: the space that is "
            "lacking; negative: spacing."),
       "cf. Staley & Reske 2011, 3", "mm"}},
     {MeasureKey::little_irregularity,
      {Text("irregularity index"),
       Text("Sum of the five distances between the contact points of neighbouring front teeth, parallel to "
            "the occlusal plane. "
            "Little defines it for the lower jaw."),
       "Little 1975, Am J Orthod 68:554-563", "mm"}},
     {MeasureKey::intercanine_width,
      {Text("intercanine width"), Text("Distance between the tips of the canines."),
       "Bishara et al. 1997, Am J Orthod Dentofacial Orthop 111:401-409", "mm"}},
     {MeasureKey::interpremolar_width,
      {Text("interpremolar width"), Text("Distance between the buccal cusps of a pair of premolars."),
       "cf. Bishara et al. 1997, Am J Orthod Dentofacial Orthop 111:401-409", "mm"}},
     {MeasureKey::intermolar_width,
      {Text("intermolar width"), Text("Distance between the mesiobuccal cusps of the first molars."),
       "Bishara et al. 1997, Am J Orthod Dentofacial Orthop 111:401-409", "mm"}},
     {MeasureKey::arch_length,
      {Text("arch length"),
       Text("Sum of the distances from the mesial contact points of both first molars to the middle between "
            "the mesial contact points of the "
            "central incisors, seen along the occlusal plane's normal."),
       "Little, Wallen & Riedel 1981, Am J Orthod 80:349-365", "mm"}},
     {MeasureKey::arch_depth,
      {Text("arch depth"),
       Text("Distance of the middle between the mesial contact points of the central incisors from the line "
            "that joins the mesial contact "
            "points of the first molars, seen along the occlusal plane's normal."),
       "Moorrees 1959", "mm"}},
     {MeasureKey::spee,
      {Text("curve of Spee"),
       Text("Greatest distance, towards the lower jaw's roots, of the buccal cusps of a side from the plane "
            "through the middle of the central "
            "incisors' edges and the distobuccal cusps of the second molars."),
       "Spee 1890; Marshall et al. 2008, Am J Orthod Dentofacial Orthop 134:344-352", "mm"}},
     {MeasureKey::wilson,
      {Text("curve of Wilson"),
       Text("How far the mesiolingual cusps of the first molars lie below the mesiobuccal ones, "
            "perpendicular to the plane of the curve of "
            "Spee; mean of both sides."),
       "cf. Wilson 1911", "mm"}},
     {MeasureKey::torque,
      {Text("torque"),
       Text("Angle between the crown's long axis and the normal of the occlusal plane, seen from mesial; "
            "positive: the crown leans to "
            "lip or cheek. The axis runs from the middle between both gum margins to the middle between "
            "buccal and lingual cusps, the "
            "incisal edge or the canine's tip. The plane fits incisal edges, canine tips and buccal cusps."),
       "cf. Andrews 1972, Am J Orthod 62:296-309", "deg"}},
     {MeasureKey::tip,
      {Text("tip"),
       Text("Angle between the crown's long axis and the normal of the occlusal plane, seen from the cheek; "
            "positive: the crown leans mesially. Not told for front teeth, whose walls do not show it."),
       "cf. Andrews 1972, Am J Orthod 62:296-309", "deg"}},
     {MeasureKey::rotation,
      {Text("rotation"),
       Text(
           "Angle between the crown's mesiodistal axis and the tangent of the arch's curve beside the crown, "
           "seen from the biting side. It is positive if the mesial side is turned outward."),
       "cf. Lu 1966, Arch Oral Biol 11:1057-1069", "deg"}},
     {MeasureKey::overjet,
      {Text("overjet"),
       Text("Distance from the labial surface of the lower incisor forward to the labial side of the upper "
            "edge, at that height; negative: "
            "reverse. With a tooth: over the lower incisor of its place. Without: of the central incisors."),
       "WHO 1997, Oral Health Surveys; Proffit, Contemporary Orthodontics", "mm"}},
     {MeasureKey::overbite,
      {Text("overbite"),
       Text("Height from the upper incisal edge up to the lower one; negative: open bite. Teeth as for the "
            "overjet."),
       "Proffit, Contemporary Orthodontics", "mm"}},
     {MeasureKey::crossbite,
      {Text("crossbite"),
       Text("Whether the edge or the buccal cusps of an upper tooth lie inside the line through the edges "
            "and buccal cusps of the lower "
            "teeth, seen along the occlusal plane's normal."),
       "Björk, Krebs & Solow 1964, Acta Odontol Scand 22:27-40", "bool"}},
     {MeasureKey::scissor_bite,
      {Text("scissor bite"),
       Text("Whether the lingual cusps of an upper tooth lie outside the line through the buccal cusps of "
            "the lower teeth."),
       "Björk, Krebs & Solow 1964, Acta Odontol Scand 22:27-40", "bool"}},
     {MeasureKey::midline_shift,
      {Text("midline shift"),
       Text("How far the point between the lower central incisors lies to the patient's left of that between "
            "the upper ones."),
       "Proffit, Contemporary Orthodontics", "mm"}},
     {MeasureKey::molar_relation,
      {Text("molar relation"),
       Text("How far the mesiobuccal cusp of the upper first molar lies mesial of the mesiobuccal groove of "
            "the lower one, with Angle's "
            "class."),
       "Angle 1899, Dental Cosmos 41:248-264", "class"}},
     {MeasureKey::canine_relation,
      {Text("canine relation"),
       Text("How far the tip of the upper canine lies mesial of the point between the lower canine and first "
            "premolar, with its class."),
       "cf. Angle 1899, Dental Cosmos 41:248-264", "class"}},
     {MeasureKey::unerupted_width,
      {Text("predicted width of canine and premolars"),
       Text("Half the sum of the widths of the four lower incisors, plus 11.0 mm in the upper and 10.5 mm in "
            "the lower jaw: canine and "
            "premolars of a side that are not all erupted."),
       "Tanaka & Johnston 1974, J Am Dent Assoc 88:798-801", "mm"}},
     {MeasureKey::par_upper_anterior,
      {Text("PAR, upper front"),
       Text("Displaced contact points between the upper front teeth: 1, 2, 3, 4 points each from 1, 2, 4, 8 "
            "mm on. Impacted teeth are "
            "not told. Weight 1."),
       "Richmond et al. 1992, Eur J Orthod 14:125-139", "points"}},
     {MeasureKey::par_lower_anterior,
      {Text("PAR, lower front"), Text("As in the upper jaw. Weight 1."),
       "Richmond et al. 1992, Eur J Orthod 14:125-139", "points"}},
     {MeasureKey::par_overjet,
      {Text("PAR, overjet"),
       Text("Greatest overjet of the incisors: 1, 2, 3, 4 points from 3, 5, 7, 9 mm on; incisors edge to "
            "edge 1, one in "
            "crossbite 2, two 3, more 4 points. Weight 6."),
       "Richmond et al. 1992, Eur J Orthod 14:125-139", "points"}},
     {MeasureKey::par_overbite,
      {Text("PAR, overbite"),
       Text("Share of a lower incisor's crown that is covered: 1 point from a third on, 2 from two thirds, 3 "
            "where all is; open bite: 1, 2, 3, "
            "4 points from 0, 1, 2, 4 mm on. Weight 2."),
       "Richmond et al. 1992, Eur J Orthod 14:125-139", "points"}},
     {MeasureKey::par_centreline,
      {Text("PAR, centreline"),
       Text("Midline shift: 1 point from a quarter of a lower incisor's width on, 2 from a half. Weight 4."),
       "Richmond et al. 1992, Eur J Orthod 14:125-139", "points"}},
     {MeasureKey::abo_buccolingual_inclination,
      {Text("ABO, buccolingual inclination"),
       Text("Heights of buccal against lingual cusps about a straight edge on both sides' lower buccal or "
            "upper lingual cusps: 1 point for a "
            "tooth from 1 mm on, 2 from 2 mm."),
       "Casko et al. 1998, Am J Orthod Dentofacial Orthop 114:589-599", "points"}}});

constexpr auto reasons = enum_table<MeasureReason, Wording>(
    {{MeasureReason::none, Text("measured")},
     {MeasureReason::tooth_missing, Text("a tooth is missing")},
     {MeasureReason::milk_tooth, Text("a milk tooth stands where the tooth belongs")},
     {MeasureReason::tooth_unsure, Text("a tooth's number is not sure")},
     {MeasureReason::landmark_missing, Text("a crown does not show a landmark")},
     {MeasureReason::one_jaw, Text("needs both jaws")},
     {MeasureReason::arch_unclear, Text("too few teeth show the arch")},
     {MeasureReason::not_shown, Text("a crown of this kind does not show it")},
     {MeasureReason::too_close, Text("too close to tell")},
     {MeasureReason::all_erupted, Text("all have erupted")}});

}  // namespace

MeasureDefinition definition_of(MeasureKey key) {
  const Entry& entry = definitions[key];
  return {entry.name, entry.definition, entry.source, entry.unit};
}

std::string reason_in_words(MeasureReason reason) { return reasons[reason]; }

}  // namespace intercusp
