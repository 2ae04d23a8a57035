#include "io/wording/measured_contacts.h"

namespace intercusp {
namespace {

const Intervals* pointer_to(const std::optional<Intervals>& intervals) {
  return intervals ? &*intervals : nullptr;
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

}  // namespace intercusp
