#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "viewer/app/actions_impl.h"
#include "viewer/text/spray.h"

namespace intercusp::viewer {
namespace {

Eigen::Vector3d line_of_sight(const Camera& camera) {
  return (camera.view_from_case.inverse() * Eigen::Vector3d::UnitZ()).normalized();
}

//! The point of the line of sight that is as near to the eye as the nearest scanned point of either jaw.
Eigen::Vector3d in_front_of_jaws(const AppState& state) {
  const Eigen::Vector3d sight = line_of_sight(state.view.camera), &target = state.view.camera.target;
  double nearest_mm = std::numeric_limits<double>::infinity();
  for (const bool upper : {true, false}) {
    const Solid& jaw = upper ? *state.loaded->bite.upper : *state.loaded->bite.lower;
    for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
      for (const std::uint32_t corner : jaw.mesh.faces[face])
        nearest_mm = std::min(nearest_mm, sight.dot(state.case_point({upper, jaw.mesh.vertices[corner]})));
    }
  }
  return target + (nearest_mm - sight.dot(target)) * sight;
}

const char* words_of(NozzleSide side) {
  switch (side) {
    case NozzleSide::front:
      return Text("from the front");
    case NozzleSide::back:
      return Text("from behind");
    case NozzleSide::right:
      return Text("from the right");
    case NozzleSide::left:
      return Text("from the left");
    case NozzleSide::above:
      return Text("from above");
    case NozzleSide::below:
      return Text("from below");
  }
  return "";
}

//! One more than the highest number that a pass begins with, so that no two are called alike.
std::size_t next_number(const std::vector<SprayPass>& passes) {
  std::size_t highest = 0;
  for (const SprayPass& pass : passes)
    highest = std::max<std::size_t>(highest, std::strtoul(pass.name.c_str(), nullptr, 10));
  return highest + 1;
}

}  // namespace

void Actions::Impl::forget_passes() {
  sprayed_passes.clear();
  spraying_failed = false;
  state.deposit.reset();
  state.pass_results.clear();
}

void Actions::Impl::follow_passes() {
  std::vector<std::shared_ptr<const PassResult>> results;
  for (const SprayPass& pass : state.document.passes) {
    const auto found = std::ranges::find_if(
        sprayed_passes, [&](const SprayedPass& sprayed) { return same_spray(sprayed.pass, pass); });
    results.push_back(found == sprayed_passes.end() ? nullptr : found->result);
  }
  const bool all_there = !results.empty() && std::ranges::find(results, nullptr) == results.end();
  const DepositOf wanted{state.loaded, state.document.thin_per_mm2, results};
  if (state.deposit ? deposit_source == wanted : !all_there && state.pass_results == results) return;
  state.pass_results = results;
  state.deposit.reset();
  deposit_source = wanted;
  if (all_there)
    state.deposit =
        std::make_shared<const JawDeposits>(deposits_of(*state.loaded, results, state.document.thin_per_mm2));
  changed = true;
}

const SprayPass* Actions::Impl::pass_to_compute() const {
  if (spraying_failed) return nullptr;
  for (std::size_t i = 0; i < state.pass_results.size(); ++i)
    if (!state.pass_results[i]) return &state.document.passes[i];
  return nullptr;
}

void Actions::Impl::add_spray_job(const SprayPass& pass, std::function<void()> taken,
                                  std::function<void(std::exception_ptr)> failed) {
  const auto take = [this, pass, taken,
                     number = state.case_number](const std::shared_ptr<const PassResult>& result) {
    if (state.case_number != number) return;
    sprayed_passes.push_back({pass, result});
    taken();
  };
  work.add({.what = Text("Following the droplets…"),
            .work = [take, pass, loaded = state.loaded,
                     known = bodies_of(pass.bodies)](const Progress& progress) -> Job::Finish {
              // A session's pass may have had bodies that are there no more.
              const auto bodies = known || pass.bodies.empty() ? known : read_bodies_of(pass.bodies);
              const auto result =
                  std::make_shared<const PassResult>(sprayed(*loaded, pass, bodies.get(), progress));
              return [=] { take(result); };
            },
            .failed = std::move(failed)});
}

void Actions::Impl::spray_again(const SprayPass& pass) {
  add_spray_job(
      pass, [this] { follow_passes(); },
      [this, number = state.case_number](const std::exception_ptr& error) {
        if (state.case_number != number) return;
        spraying_failed = true;
        says_why()(error);
      });
}

void Actions::set_nozzle(const Nozzle& nozzle, const std::string& joins) {
  const std::optional<Nozzle> possible = within_limits(nozzle);
  if (!possible) return;
  impl_->change(Text("nozzle"), joins, [&](Document& document) { document.nozzle = possible; });
}

void Actions::place_nozzle(const Eigen::Vector3d& case_point) {
  const AppState& state = impl_->state;
  Nozzle nozzle = state.document.nozzle.value_or(Nozzle{});
  nozzle.direction = line_of_sight(state.view.camera);
  nozzle.place = case_point - nozzle.aim_mm * nozzle.direction;
  set_nozzle(nozzle);
}

void Actions::aim_nozzle_as_seen() {
  const AppState& state = impl_->state;
  if (!state.loaded) return;
  if (!state.document.nozzle) return place_nozzle(in_front_of_jaws(state));
  set_nozzle(turned_to(*state.document.nozzle, line_of_sight(state.view.camera)));
}

void Actions::spray() {
  Impl& impl = *impl_;
  const AppState& state = impl.state;
  if (!state.loaded || !state.document.nozzle) return;
  const Nozzle nozzle = *state.document.nozzle;
  const SprayPass pass{.name = phrase("{}: {}", next_number(state.document.passes),
                                      words_of(side_of(nozzle, state.loaded->axes()))),
                       .nozzle = nozzle,
                       .upper_from_lower = state.document.upper_from_lower,
                       .bodies = state.document.bodies};
  const auto take = [&impl, pass] {
    impl.state.view.show_deposit = true;
    impl.change(Text("spray pass"), {}, [&](Document& document) { document.passes.push_back(pass); });
  };
  impl.add_spray_job(pass, take, impl.says_why());
}

void Actions::spray_again() {
  impl_->spraying_failed = false;
  impl_->changed = true;
}

void Actions::remove_pass(std::size_t index) {
  impl_->change(Text("removing a spray pass"), {}, [&](Document& document) {
    if (index < document.passes.size())
      document.passes.erase(document.passes.begin() + static_cast<std::ptrdiff_t>(index));
  });
}

void Actions::set_thin(double thin_per_mm2) {
  if (!std::isfinite(thin_per_mm2)) return;
  const double possible = std::clamp(thin_per_mm2, least_thin_per_mm2, most_thin_per_mm2);
  impl_->change(Text("thin below"), "thin", [&](Document& document) { document.thin_per_mm2 = possible; });
}

void Actions::show_nozzle(bool shown) {
  if (std::exchange(impl_->state.shows_nozzle, shown) != shown) impl_->changed = true;
}

void Actions::show_sprayed_tooth(const ToothName& tooth) {
  const AppState& state = impl_->state;
  if (!state.loaded) return;
  const Bite& bite = state.loaded->bite;
  const auto middle = middle_of_tooth(tooth.upper ? *bite.upper : *bite.lower, tooth.fdi);
  if (middle) fly_to(state.case_point({tooth.upper, *middle}));
}

}  // namespace intercusp::viewer
