#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/output.h"
#include "cli/process.h"
#include "io/case/track_file.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/results/tracks/parts.h"
#include "io/results/tracks/report.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp::cli {
namespace {

struct PlayArguments {
  CaseOptions jaws;
  PlayOptions options;
  std::string track_file;
  std::vector<std::string> pose_files;
  std::optional<double> track_rate_hz;
  std::string track_unit;  //!< empty: not stated
  bool mend_rotations = false;
  bool frames = false;
  OutputOptions output;
};

//! Writes each frame to the disk as soon as it is computed. Frames are put in place with the other results.
OnSample frame_writer(const PlayArguments& arguments, const TrackFile& track, const ImportedCase& jaws,
                      std::vector<StagedFile>& frames) {
  if (!arguments.frames) return {};
  allow_most_open_files();
  return [&](const Playback& playback, const PlaybackSample& sample, const ClearanceMap& map) {
    const Picture picture =
        sample_picture(playback, sample, playback.movements[sample.movement], map,
                       play_provenance(playback, track, jaws.inputs.upper, jaws.inputs.lower));
    frames.push_back(
        staged(arguments.output.out_dir,
               {fmt::format("frames/frame_{:05}.png", playback.samples.size()), png_bytes(picture)}));
  };
}

TrackFile track_of(const PlayArguments& arguments) {
  const TrackOptions options{.rate_hz = arguments.track_rate_hz,
                             .mm_per_unit = mm_per_unit_of(arguments.track_unit),
                             .mend_rotations = arguments.mend_rotations};
  if (arguments.pose_files.empty()) return read_track(arguments.track_file, options);
  return track_of_poses({arguments.pose_files.begin(), arguments.pose_files.end()}, options);
}

void run_play(const PlayArguments& arguments) {
  const PlayOptions& options = arguments.options;
  if (arguments.track_file.empty() == arguments.pose_files.empty())
    throw CLI::ValidationError("play", "needs a --track, or one or more --pose");
  if (arguments.frames && arguments.output.out_dir.empty())
    throw CLI::ValidationError("--frames", "needs --out, the folder for the frames");
  std::vector<std::string> names = play_file_names();
  if (arguments.frames) names.emplace_back("frames/frame_*.png");
  const std::vector<std::string> motion =
      arguments.pose_files.empty() ? std::vector{arguments.track_file} : arguments.pose_files;
  const Output output(arguments.output, names, input_files(arguments.jaws, {motion.begin(), motion.end()}));
  const TrackFile track = track_of(arguments);
  run_case_command(
      arguments.jaws, output, options.direction.has_value(),
      [&](const ImportedCase& jaws, ProgressLine& line) {
        const Interrupt interrupt;
        std::vector<StagedFile> frames;
        const auto playback = std::make_shared<const Playback>(play(
            jaws.bite, track.track, options, percent_on(line, phrase("playing (Ctrl-C keeps what is done)")),
            frame_writer(arguments, track, jaws, frames), [&interrupt] { return interrupt.asked(); }));
        output.deliver(report_of(playback, {track, fmt::format("{}", fmt::join(motion, ", "))}, jaws.inputs),
                       line, phrase("Tables and pictures: {}/", arguments.output.out_dir), frames);
      });
}

void add_track_options(CLI::App& command, PlayArguments& arguments) {
  command
      .add_option("--track", arguments.track_file,
                  "Recorded poses: CSV (time_s and 16 columns of upper_from_lower, or "
                  "time_s,tx_mm,ty_mm,tz_mm,qw,qx,qy,qz), places of three markers, or JSON")
      ->check(file_name());
  repeatable(
      command.add_option(
          "--pose", arguments.pose_files,
          "Poses to play instead of a track, in this order, one a second unless --track-rate says otherwise"))
      ->check(file_name());
  command.add_flag(
      "--mend-rotations", arguments.mend_rotations,
      "Use the nearest rotation where rounding changed an entry by up to 0.02 (else up to 0.002)");
  const AddOption add{command};
  each_option(arguments.options, add);
  add({"--track-rate", "track_rate_hz", "Poses or frames per second of a track without times in seconds",
       limits::samples_per_s, "HZ"},
      arguments.track_rate_hz);
  command
      .add_option("--track-unit", arguments.track_unit,
                  "Unit of the track's lengths (default: what the file says, else mm or m by its numbers)")
      ->check(CLI::IsMember({"mm", "cm", "m", "inch", "um"}));
  command.add_flag("--frames", arguments.frames,
                   "Write a picture of the map for every pose: frames/frame_00001.png, …");
}

}  // namespace

void add_play_command(CLI::App& program) {
  auto [command, arguments] =
      add_command(program, "play", "Measure contacts over a recorded motion of the lower jaw", run_play);
  add_case_options(command, arguments.jaws);
  command.remove_option(command.get_option("--pose"));  // the track has the poses
  each_map_option(arguments.options, AddOption{command});
  add_track_options(command, arguments);
  add_output_options(command, arguments.output);
}

}  // namespace intercusp::cli
