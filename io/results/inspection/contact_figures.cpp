#include "io/results/inspection/contact_figures.h"

#include "io/language/language.h"
#include "io/report/parts.h"
#include "io/wording/definitions.h"
#include "io/wording/tooth_words.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

const Intervals* pointer_to(const std::optional<Intervals>& intervals) {
  return intervals ? &*intervals : nullptr;
}

constexpr const char* tooth_definition = "FDI number; empty on gum or where no tooth is numbered.";

//! The interval; null if there is none.
Value interval_value(const std::optional<Interval>& interval) {
  return interval ? interval_value(*interval) : Value();
}

//! null if the error of the bite was not considered.
Value interval_value(const AreaRow& row, auto AreaInterval::*member) {
  return row.interval != nullptr ? interval_value(row.interval->*member) : Value();
}

std::string percent(const std::optional<double>& share) {
  return share ? phrase("{:.0f} %", 100 * *share) : "–";
}

std::string contacts_text(const AreaRow& row) {
  return std::to_string(row.entry->contacts) +
         (row.interval != nullptr ? " (" + rounded(row.interval->contacts, 0) + ")" : "");
}

//! "steady", or that it comes and goes with the error of the bite.
std::string presence_text(const ContactRow& row) {
  if (row.interval == nullptr) return "–";
  return row.interval->vanishes() ? phrase("comes and goes ({:.0f} %)", 100 * row.interval->presence)
                                  : phrase("steady");
}

Value place_value(const std::optional<ToothPlace>& place) {
  if (!place) return {};
  return {{"tooth", place->tooth},
          {"mesiodistal", name_of(place->mesiodistal)},
          {"buccolingual", name_of(place->buccolingual)},
          {"feature", place->feature ? Value(name_of(*place->feature)) : Value()}};
}

template <class Row>
Figure<Row> threshold_figure() {
  return {"threshold_mm", "mm", "Surfaces at most this far apart are in contact; overlap counts as contact.",
          [](const Row& row) { return row.entry->threshold_mm; }};
}

//! Which of the two measures is used, and on which jaw.
template <class Row>
Figures<Row> measure_figures(const char* side = "The jaw on whose surface the area is measured.") {
  return {{"measure", "",
           "clearance: along the direction of projection; surface_distance: to the closest point of the "
           "other jaw.",
           [](const Row& row) { return row.measured->measure; }},
          {"side", "", side, [](const Row& row) { return name_of(row.surface); }}};
}

//! How contacts are counted. All tables share this, and each states it.
template <class Row>
Figures<Row> counting_figures() {
  const auto yes = [](const Row&) { return true; };
  return {{"penetration_counted", "", "Overlap counts as contact.", yes},
          {"clipped", "", "Triangles count as far as they lie within the threshold.", yes}};
}

template <class Row>
Figure<Row> projected_figure() {
  return Figure<Row>{"projected_mm2", "mm2", "That area, seen along the direction of projection.",
                     [](const Row& row) { return row.entry->projected_mm2; }}
      .headed(phrase("Projected, mm²"), 2);
}

template <class Row>
Figure<Row> surface_figure() {
  return Figure<Row>{"surface_mm2", "mm2", "Area on the surface of the jaw that side names.",
                     [](const Row& row) { return row.entry->surface_mm2; }}
      .headed(phrase("Surface, mm²"), 2);
}

template <class Row>
Figure<Row> error_figure() {
  return {"error_mm2", "mm2", "Bound of the numerical error of the area.",
          [](const Row& row) { return row.entry->error_mm2; }};
}

template <class Row>
Figure<Row> interval_figure() {
  return Figure<Row>{"interval_mm2", "mm2", "95 % interval of surface_mm2, for the error of the bite.",
                     [](const Row& row) {
                       return row.interval != nullptr ? interval_value(row.interval->surface_mm2) : Value();
                     }}
      .headed(phrase("95 % interval"), [](const Row& row) {
        return row.interval != nullptr ? rounded(row.interval->surface_mm2, 2) : "–";
      });
}

template <class Row>
Figure<Row> least_figure(
    const char* definition = "Least value of the measure; negative where the jaws overlap.") {
  return Figure<Row>{"least_mm", "mm", definition, [](const Row& row) { return row.entry->least_mm; }}.headed(
      phrase("Least, mm"), 3);
}

template <class Row>
Figure<Row> tooth_figure(const char* key, std::string heading, auto member,
                         const char* definition = tooth_definition) {
  const Jaw jaw = std::string_view(key).starts_with("upper") ? Jaw::upper : Jaw::lower;
  return Figure<Row>{key, "", definition,
                     [member](const Row& row) { return tooth_value(row.entry->*member); }}
      .headed(std::move(heading),
              [=](const Row& row) { return tooth_or_gum(row.measured->bite, jaw, row.entry->*member); });
}

template <class Row>
Figures<Row> belief_of(const char* key, const char* column, auto member) {
  return belief_figures<Row>(
      key, column, [member](const Row& row) { return belief_in(row.measured->bite, row.entry->*member); });
}

Figure<ContactRow> place_figure(const std::string& jaw, std::string heading,
                                std::optional<ToothPlace> ContactPatch::*member) {
  return Figure<ContactRow>{
      jaw + "_place", "",
      "Where on the tooth: number and the columns beside; null without a tooth or anatomical axes.",
      [member](const ContactRow& row) { return place_value(row.entry->*member); }}
      .in_columns({{jaw + "_mesiodistal", "mesiodistal",
                    "Third of the " + jaw + " tooth: mesial, central or distal."},
                   {jaw + "_buccolingual", "buccolingual",
                    "Third of the " + jaw + " tooth: buccal, central, lingual or incisal."},
                   {jaw + "_feature", "feature",
                    "cusp, fossa, marginal_ridge or incline, where the curvature tells."}})
      .headed(
          std::move(heading), [member](const ContactRow& row) { return place_name(row.entry->*member); },
          true);
}

//! How often the contact exists in the poses within the error of the bite.
Figures<ContactRow> presence_figures() {
  return {Figure<ContactRow>{"presence", "1",
                             "Share of the poses within the error of the bite in which the contact is there.",
                             [](const ContactRow& row) {
                               return row.interval != nullptr ? Value(row.interval->presence) : Value();
                             }}
              .headed(phrase("Error of the bite"), presence_text, true),
          {"vanishes", "", "presence is below 0.975.", [](const ContactRow& row) {
             return row.interval != nullptr ? Value(row.interval->vanishes()) : Value();
           }}};
}

Figure<AreaRow> share_figure(const char* key, const char* definition, std::string heading,
                             std::optional<double> AreaTotal::*of) {
  return Figure<AreaRow>{key, "1", definition, [of](const AreaRow& row) { return row.entry->*of; }}.headed(
      std::move(heading), [of](const AreaRow& row) { return percent(row.entry->*of); });
}

}  // namespace

const AreaInterval* MeasuredContacts::area_interval(std::size_t i) const {
  return intervals != nullptr && i < intervals->areas.size() ? &intervals->areas[i] : nullptr;
}

const ToothInterval* MeasuredContacts::tooth_interval(std::size_t i) const {
  return intervals != nullptr && i < intervals->teeth.size() ? &intervals->teeth[i] : nullptr;
}

const ContactPresence* MeasuredContacts::presence(std::size_t i) const {
  if (intervals == nullptr || i >= intervals->contacts.size()) return nullptr;
  return intervals->contacts[i].followed ? &intervals->contacts[i] : nullptr;
}

MeasuredContacts by_clearance(const Inspection& inspection) {
  return {.measure = clearance_measure,
          .share_of = "projected_mm2",
          .contacts = inspection.contacts,
          .bite = inspection.bite_case->bite,
          .intervals = pointer_to(inspection.clearance_intervals)};
}

std::optional<MeasuredContacts> by_surface_distance(const Inspection& inspection) {
  if (!inspection.surface) return std::nullopt;
  return MeasuredContacts{.measure = surface_measure,
                          .share_of = "surface_mm2",
                          .contacts = inspection.surface->contacts.lower,
                          .bite = inspection.bite_case->bite,
                          .intervals = pointer_to(inspection.distance_intervals),
                          .ids_before = static_cast<int>(inspection.contacts.patches.size())};
}

std::vector<AreaRow> area_rows(const MeasuredContacts& measured) {
  std::vector<AreaRow> rows;
  for (std::size_t i = 0; i < measured.contacts.areas.size(); ++i)
    rows.push_back({&measured, &measured.contacts.areas[i], measured.area_interval(i)});
  return rows;
}

std::vector<ContactRow> contact_rows(const MeasuredContacts& measured) {
  std::vector<ContactRow> rows;
  for (std::size_t i = 0; i < measured.contacts.patches.size(); ++i)
    rows.push_back({&measured, &measured.contacts.patches[i], measured.presence(i)});
  return rows;
}

std::vector<ToothRow> tooth_rows(const MeasuredContacts& measured) {
  std::vector<ToothRow> rows;
  for (std::size_t i = 0; i < measured.contacts.teeth.size(); ++i)
    rows.push_back({&measured, &measured.contacts.teeth[i], measured.tooth_interval(i)});
  return rows;
}

std::vector<PairRow> pair_rows(const MeasuredContacts& measured) {
  std::vector<PairRow> rows;
  for (const ToothPairContact& pair : measured.contacts.pairs) rows.push_back({&measured, &pair});
  return rows;
}

Figures<AreaRow> area_figures() {
  using Row = AreaRow;
  return Figures<Row>{threshold_figure<Row>().headed(
             phrase("At most"), [](const Row& row) { return shortest(row.entry->threshold_mm) + " mm"; })} +
         measure_figures<Row>() + counting_figures<Row>() +
         Figures<Row>{projected_figure<Row>(),
                      surface_figure<Row>().headed(phrase("Surface, mm²"),
                                                   [](const Row& row) {
                                                     return phrase("{:.2f} ± {:.2f}", row.entry->surface_mm2,
                                                                   row.entry->error_mm2.value_or(0));
                                                   }),
                      error_figure<Row>(),
                      interval_figure<Row>(),
                      Figure<Row>{"contacts", "1", "Contacts at the threshold; null on the upper.",
                                  [](const Row& row) {
                                    return row.surface == Jaw::upper ? Value() : Value(row.entry->contacts);
                                  }}
                          .headed(phrase("Contacts"), contacts_text),
                      {"contacts_interval", "1", "95 % interval of contacts.",
                       [](const Row& row) { return interval_value(row, &AreaInterval::contacts); }}};
}

Figures<AreaRow> balance_figures() {
  using Row = AreaRow;
  return {threshold_figure<Row>(),
          measure_figures<Row>().front(),
          {"share_of", "", "The area that the shares are parts of.",
           [](const Row& row) { return row.measured->share_of; }},
          share_figure("right_share", "Share of the contact area on the patient's right, from 0 to 1.",
                       phrase("Right"), &AreaTotal::right_share),
          share_figure("left_share", "Share of the contact area on the patient's left, from 0 to 1.",
                       phrase("Left"), &AreaTotal::left_share),
          share_figure("anterior_share", "Share of the contact area on canines and incisors, from 0 to 1.",
                       phrase("Anterior"), &AreaTotal::anterior_share),
          share_figure("posterior_share", "Share of the contact area on premolars and molars, from 0 to 1.",
                       phrase("Posterior"), &AreaTotal::posterior_share),
          {"left_share_interval", "1", "95 % interval of left_share; of the right share: 1 less this.",
           [](const Row& row) { return interval_value(row, &AreaInterval::left_share); }},
          {"anterior_share_interval", "1",
           "95 % interval of anterior_share; of the posterior share: 1 less this.",
           [](const Row& row) { return interval_value(row, &AreaInterval::anterior_share); }}};
}

Figures<ContactRow> contact_figures() {
  using Row = ContactRow;
  constexpr auto lower = &ContactPatch::lower_tooth, upper = &ContactPatch::upper_tooth;
  return Figures<Row>{{"id", "1", "1, 2, … through the report.",
                       [](const Row& row) { return row.measured->id_of(*row.entry); }},
                      threshold_figure<Row>()} +
         measure_figures<Row>() + counting_figures<Row>() +
         Figures<Row>{
             tooth_figure<Row>("tooth", {}, lower, "FDI number of the lower tooth, as lower_tooth.")
                 .only(In::json),
             tooth_figure<Row>("lower_tooth", phrase("Lower tooth"), lower),
             tooth_figure<Row>("upper_tooth", phrase("Upper tooth"), upper),
             Figure<Row>{"teeth_estimated", "", "true where the program found teeth itself.",
                         [](const Row& row) { return has_estimated_teeth(row.measured->bite); }}
                 .only(In::csv),
             Figure<Row>{"region", "",
                         "right_posterior, anterior or left_posterior; null without anatomical axes.",
                         [](const Row& row) {
                           return row.entry->region ? Value(name_of(*row.entry->region)) : Value();
                         }}
                 .headed(
                     phrase("Region"),
                     [](const Row& row) {
                       return row.entry->region ? place_in_arch(*row.entry->region) : "–";
                     },
                     true),
             Figure<Row>{"centroid_mm", "mm",
                         "Mean place of the contact's area on the lower's surface, in the frame of the upper "
                         "scan; beside the surface where that is curved.",
                         [](const Row& row) { return row.entry->centroid_mm; }}
                 .in_columns(xyz_columns("centroid_", "_mm")),
             Figure<Row>{"place_mm", "mm", "A place of the contact on the lower's surface near its centroid.",
                         [](const Row& row) { return row.entry->place_mm; }}
                 .in_columns(xyz_columns("place_", "_mm"))
                 .headed(phrase("Place x, y, z, mm"),
                         [](const Row& row) { return vector_text(row.entry->place_mm, 1); }),
             projected_figure<Row>(),
             surface_figure<Row>(),
             least_figure<Row>(),
             Figure<Row>{"mean_mm", "mm", "Mean value of the measure.",
                         [](const Row& row) { return row.entry->mean_mm; }}
                 .headed(phrase("Mean, mm"), 3)} +
         presence_figures() + belief_of<Row>("tooth", "lower_tooth", lower) +
         belief_of<Row>("upper_tooth", "upper_tooth", upper) +
         Figures<Row>{place_figure("lower", phrase("On the lower"), &ContactPatch::lower_place),
                      place_figure("upper", phrase("On the upper"), &ContactPatch::upper_place),
                      Figure<Row>{"lower_faces", "", "Faces of the lower in contact.",
                                  [](const Row& row) { return row.entry->lower_faces; }}
                          .only(In::json),
                      Figure<Row>{"upper_faces", "", "Faces of the upper opposite them.",
                                  [](const Row& row) { return row.entry->upper_faces; }}
                          .only(In::json),
                      Figure<Row>{"number", "1",
                                  "Number of the contact in the report's table, by measure and threshold.",
                                  [](const Row& row) { return row.entry->number; }}
                          .headed(phrase("No."))};
}

Figures<ToothRow> tooth_figures() {
  using Row = ToothRow;
  return Figures<Row>{tooth_figure<Row>("tooth", phrase("Tooth ({})", title_of(tooth_names())),
                                        &ToothContact::tooth, "FDI number."),
                      threshold_figure<Row>()} +
         measure_figures<Row>("The jaw on whose surface the area is measured, also for teeth of the other.") +
         belief_of<Row>("tooth", "tooth", &ToothContact::tooth) +
         Figures<Row>{
             Figure<Row>{"contacts", "1", "Occlusal contacts of the tooth; 0 for a tooth that has none.",
                         [](const Row& row) { return row.entry->contacts; }}
                 .headed(phrase("Contacts")),
             projected_figure<Row>(),
             surface_figure<Row>(),
             least_figure<Row>("Least value of the measure on the tooth; negative where the jaws overlap; "
                               "empty without contact.")
                 .in_columns({{"min_mm"}}),
             error_figure<Row>(),
             interval_figure<Row>().in_columns(
                 {{"surface_low_mm2", "0",
                   "Lower end of the 95 % interval of surface_mm2, for the error of the bite."},
                  {"surface_high_mm2", "1", "Upper end of that interval."}})};
}

Figures<PairRow> pair_figures() {
  using Row = PairRow;
  constexpr auto lower = &ToothPairContact::lower_tooth, upper = &ToothPairContact::upper_tooth;
  return Figures<Row>{threshold_figure<Row>()} + measure_figures<Row>() +
         Figures<Row>{tooth_figure<Row>("upper_tooth", phrase("Upper tooth"), upper),
                      tooth_figure<Row>("lower_tooth", phrase("Lower tooth"), lower)} +
         belief_of<Row>("upper_tooth", "upper_tooth", upper) +
         belief_of<Row>("lower_tooth", "lower_tooth", lower) +
         Figures<Row>{projected_figure<Row>(), surface_figure<Row>(), least_figure<Row>()};
}

}  // namespace intercusp
