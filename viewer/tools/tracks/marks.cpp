#include <array>
#include <cmath>
#include <string>

#include "io/results/tracks/parts.h"
#include "viewer/scene/draw_list_canvas.h"
#include "viewer/tools/tracks/tool.h"

namespace intercusp::viewer {
namespace {

//! A filled square, unlike the round numbers of a report's contacts.
void draw_order_mark(DrawListCanvas& canvas, const Eigen::Vector2d& at, int number) {
  const Letters letters{0.8 * canvas.em, canvas.inks.halo, true};
  const double half = 0.55 * canvas.em;
  const Area area{at.x() - half, at.y() - half, at.x() + half, at.y() + half};
  canvas.list.AddRectFilled(point({area.left, area.top}), point({area.right, area.bottom}),
                            ink_of(canvas.inks.strong.colour), static_cast<float>(0.2 * canvas.em));
  canvas.write(at.x(), at.y() - letters.size_px / 2, std::to_string(number), letters, Align::centre);
  canvas.take(area);
}

//! A line where the centre goes in the present movement, a cross where it is.
void draw_centre(DrawListCanvas& canvas, const PlaybackContacts& contacts, double time_s,
                 const Eigen::Affine3d& px_from_case) {
  const auto place = [&](const Eigen::Vector3f& centre) {
    return Eigen::Vector2d((px_from_case * centre.cast<double>()).head<2>());
  };
  const ImU32 ink = ink_of(canvas.inks.strong.colour), halo = ink_of(canvas.inks.halo.colour, 0.8);
  const std::size_t shown = contacts.sample_at(time_s);
  const std::vector<PlaybackSample>& samples = contacts.playback.samples;
  std::optional<Eigen::Vector2d> last;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].movement != samples[shown].movement) continue;
    const std::optional<Eigen::Vector3f>& centre = contacts.centre[i];
    const std::optional<Eigen::Vector2d> next = centre ? std::optional(place(*centre)) : std::nullopt;
    if (last && next && (*next - *last).norm() < 1) continue;  // thousands of poses fall on one pixel
    if (last && next) {
      canvas.list.AddLine(point(*last), point(*next), halo, 4);
      canvas.list.AddLine(point(*last), point(*next), ink, 1.5F);
    }
    last = next;
  }
  const std::optional<Eigen::Vector3f>& now = contacts.centre[shown];
  if (!now) return;
  const Eigen::Vector2d at = place(*now);
  const double arm = 0.6 * canvas.em;
  for (const auto& [colour, thickness] : {std::pair{halo, 6.0F}, {ink, 2.5F}}) {
    for (const Eigen::Vector2d& end : {Eigen::Vector2d(arm, 0), Eigen::Vector2d(0, arm)})
      canvas.list.AddLine(point(at - end), point(at + end), colour, thickness);
  }
}

}  // namespace

std::vector<OrderMark> order_marks(const AppState& state) {
  const std::shared_ptr<const PlaybackContacts> shared = contacts_of_playback(state);
  const PlaybackContacts& contacts = *shared;
  std::vector<OrderMark> marks;
  int number = 0;
  std::optional<std::uint32_t> last;
  for (const PairInPlayback& pair : contacts.pairs) {
    const PairContact& first = pair.contacts.front();
    if (last != first.sample) ++number;
    last = first.sample;
    if (number > most_order_numbers) break;
    const Eigen::Isometry3d& then = contacts.playback.samples[first.sample].upper_from_lower;
    const Eigen::Isometry3d now_from_then = state.document.upper_from_lower * then.inverse(Eigen::Isometry);
    marks.push_back({number, now_from_then * first.centre.cast<double>()});
  }
  return marks;
}

void draw_playback_marks(DrawListCanvas& canvas, const AppState& state, const Eigen::Affine3d& px_from_case) {
  const std::shared_ptr<const PlaybackContacts> contacts = contacts_of_playback(state);
  if (!contacts || !state.shows_playback_marks) return;
  if (state.playback->shows_centre) draw_centre(canvas, *contacts, state.playback->time_s, px_from_case);
  if (!state.playback->shows_order) return;
  for (const OrderMark& mark : order_marks(state))
    draw_order_mark(canvas, (px_from_case * mark.case_point).head<2>(), mark.number);
}

namespace {

//! Colours with their weight, so that vertices without colour do not change a mean.
using Weighted = Eigen::Vector4f;

//! Each vertex that has no colour takes the mean of those around it: a rim that fades away instead of the zigzag of faces.
void fade_out(std::vector<Weighted>& colours, const TriangleMesh& mesh) {
  constexpr int rows = 2;
  std::vector<char> own(colours.size());
  for (std::size_t v = 0; v < colours.size(); ++v) own[v] = colours[v].w() > 0 ? 1 : 0;
  for (int row = 0; row < rows; ++row) {
    std::vector<Weighted> sums(colours.size(), Weighted::Zero());
    std::vector<float> counts(colours.size(), 0);
    for (const Face& face : mesh.faces) {
      for (std::size_t k = 0; k < 3; ++k) {
        sums[face[k]] += colours[face[(k + 1) % 3]] + colours[face[(k + 2) % 3]];
        counts[face[k]] += 2;
      }
    }
    for (std::size_t v = 0; v < colours.size(); ++v)
      if (own[v] == 0 && counts[v] > 0) colours[v] = sums[v] / counts[v];
  }
}

std::vector<GpuJaw::Paint> compass_paint(const SurfaceRecord& record, const TriangleMesh& mesh) {
  if (record.contact_s.size() != mesh.vertices.size()) return {};
  std::vector<Weighted> colours(record.contact_s.size(), Weighted::Zero());
  for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
    const std::optional<ContactKind> kind = compass_kind(record.contact_s[vertex], record.out_s[vertex]);
    if (!kind) continue;
    const Rgb colour = compass_colour(*kind);
    colours[vertex] = {static_cast<float>(colour.red), static_cast<float>(colour.green),
                       static_cast<float>(colour.blue), 1};
  }
  fade_out(colours, mesh);
  std::vector<GpuJaw::Paint> paint(colours.size());
  for (std::size_t vertex = 0; vertex < paint.size(); ++vertex) {
    const float weight = colours[vertex].w();
    if (weight <= 0) continue;
    const auto part = [&](int i) {
      return static_cast<std::uint8_t>(std::lround(colours[vertex][i] / weight));
    };
    paint[vertex] = {{part(0), part(1), part(2)}, static_cast<std::uint8_t>(std::lround(255 * weight))};
  }
  return paint;
}

}  // namespace

std::shared_ptr<const SurfacePaint> compass_of(const Playback& playback, const Bite& bite) {
  return std::make_shared<const SurfacePaint>(
      SurfacePaint{.upper = compass_paint(playback.upper, bite.upper->mesh),
                   .lower = compass_paint(playback.lower, bite.lower->mesh),
                   .title = Text("Contact by movement"),
                   .swatches = compass_swatches});
}

std::vector<Swatch> compass_swatches() {
  return {{compass_colour(ContactKind::closing), Text("centric")},
          {compass_colour(ContactKind::protrusion), Text("protrusion")},
          {compass_colour(ContactKind::lateroprotrusion), Text("lateroprotrusion")},
          {compass_colour(ContactKind::working), Text("laterotrusion")},
          {compass_colour(ContactKind::balancing), Text("mediotrusion (balancing)")},
          {compass_colour(ContactKind::retrusion), Text("return")},
          {compass_colour(ContactKind::rest), Text("at rest, other")}};
}

}  // namespace intercusp::viewer
