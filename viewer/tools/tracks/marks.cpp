#include <array>
#include <string>

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

}  // namespace intercusp::viewer
