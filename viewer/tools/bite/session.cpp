#include <array>
#include <exception>
#include <nlohmann/json.hpp>

#include "io/report/parts.h"
#include "io/wording/findings.h"
#include "viewer/app/json_record.h"
#include "viewer/tools/bite/tool.h"

namespace intercusp::viewer {
namespace {

constexpr double any_mm = 1e6;

void candidate_entries(JsonRecord& json, BiteCandidate& candidate) {
  json.pose("upper_from_lower", candidate.upper_from_lower);
  json.number("score", candidate.score, 0, 1);
  json.number("contacts", candidate.contacts, 0, any_mm);
  json.number("contact_mm2", candidate.contact_mm2, 0, any_mm);
  json.number("max_penetration_mm", candidate.max_penetration_mm, 0, any_mm);
  json.number("residual_mm", candidate.residual_mm, 0, any_mm);
  json.number("overlap_share", candidate.overlap_share, 0, 1);
}

void fit_entries(JsonRecord& json, ScanRegistration& fit) {
  json.pose("jaw_from_scan", fit.fit.fixed_from_moving);
  if (json.has("reason", fit.reason.has_value())) {
    NotRegistered reason = fit.reason.value_or(NotRegistered());
    json.choice("reason", reason);
    fit.reason = reason;
  }
  json.number("residual_mm", fit.fit.residual_mm, 0, any_mm);
  json.number("overlap_share", fit.overlap_share, 0, 1);
}

void scan_entries(JsonRecord& json, BuccalFit& fit) {
  json.object("upper", fit.upper, fit_entries);
  json.object("lower", fit.lower, fit_entries);
  json.number(later("disagreement_mm"), fit.disagreement_mm, 0, any_mm);
}

void buccal_entries(JsonRecord& json, BuccalBite& bite) {
  json.list("scans", bite.scans, scan_entries);
  json.number("disagreement_mm", bite.disagreement_mm, 0, any_mm);
}

//! As in bite.json.
void finding_entry(JsonRecord& json, std::vector<Finding>& findings) {
  if (!json.reads()) return json.write("findings", finding_values(findings));
  for (const JsonEntry& entry : json.entry().at("findings").entries()) {
    Finding finding{entry.at("code").text(), entry.at("severity").choice(enum_names<Severity>)};
    const JsonEntry values = entry.at("values");
    for (const auto& [name, value] : values.json().items()) {
      if (value.is_string())
        finding.values[name] = values.at(name).text();
      else
        finding.values[name] = values.at(name).number();
    }
    try {
      (void)sentence_of(finding);
    } catch (const std::exception&) {  // values that its sentence needs
      entry.refuse(Text("is not a finding of this version"));
    }
    findings.push_back(std::move(finding));
  }
}

void found_entries(JsonRecord& json, FoundBite& found) {
  json.choice("method", found.method);
  finding_entry(json, found.findings);
  json.list("candidates", found.candidates, candidate_entries);
  json.number(later("certainty"), found.certainty, 0, 1);
  json.number(later("error_at_teeth_mm"), found.error_at_teeth_mm, 0, any_mm);
  if (json.has("buccal_scans", found.buccal.has_value()))
    json.object("buccal_scans", found.buccal, buccal_entries);
}

void search_entries(JsonRecord& json, BiteSearch& search) {
  json.paths("buccal", search.buccal);
  if (!json.has("found", search.found != nullptr)) return;
  FoundBite found = search.found ? *search.found : FoundBite();
  json.object("found", found, found_entries);
  if (json.reads()) search.found = std::make_shared<const FoundBite>(std::move(found));
}

}  // namespace

void bite_entries(JsonRecord& json, Document& document) {
  BiteSearch search = document.parts.get<BiteSearch>();
  if (!json.has("bite", search != BiteSearch())) return;
  json.object("bite", search, search_entries);
  if (json.reads()) document.parts.set(search);
}

}  // namespace intercusp::viewer
