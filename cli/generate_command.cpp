#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "cli/output.h"
#include "datasets/dentition.h"
#include "datasets/dentition_options.h"
#include "datasets/scenes.h"
#include "io/files/result_folder.h"
#include "io/mesh/write_ply.h"

namespace intercusp::cli {
namespace {

using Json = nlohmann::ordered_json;

struct GenerateOptions {
  std::string name;
  SceneOptions scene;
  std::string out_dir;
  bool quiet = false, force = false;
};

Json numbers(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

//! True values of one jaw of a varied dentition.
Json jaw_truth(const JawTruth& jaw) {
  Json teeth = Json::array();
  for (const ToothTruth& tooth : jaw.teeth) {
    Json landmarks = Json::array();
    for (const Landmark& each : tooth.landmarks)
      landmarks.push_back({{"name", each.name}, {"position_mm", numbers(each.position_mm)}});
    Json axes = Json::array();
    for (const Eigen::Vector3d* axis : {&tooth.buccal, &tooth.mesial, &tooth.occlusal})
      for (const double part : *axis) axes.push_back(part);
    teeth.push_back({{"fdi", tooth.fdi},
                     {"mesiodistal_mm", tooth.mesiodistal_mm},
                     {"origin_mm", numbers(tooth.origin_mm)},
                     {"axes", axes},
                     {"landmarks", landmarks}});
  }
  const ArchTruth& arch = jaw.arch;
  return {{"spee_mm", {{"left", number(arch.spee_left_mm)}, {"right", number(arch.spee_right_mm)}}},
          {"wilson_mm", number(arch.wilson_mm)},
          {"intercanine_mm", number(arch.intercanine_mm)},
          {"intermolar_mm", number(arch.intermolar_mm)},
          {"occlusion_width_mm", arch.occlusion_width_mm},
          {"occlusion_depth_mm", arch.occlusion_depth_mm},
          {"teeth", teeth}};
}

//! scene.json: what the scene is, the direction of inspection, and known results.
Json description(const Scene& scene, std::uint64_t seed) {
  Json json = {{"schema", "intercusp-scene/1"},
               {"scene", scene.name},
               {"what", scene.what},
               {"units", "mm"},
               {"frame", "LPS: x to the patient's left, y posterior, z superior"},
               {"seed", seed},
               {"direction", {scene.direction.x(), scene.direction.y(), scene.direction.z()}}};
  json["bodies"] = Json::array();
  for (const SceneBody& body : scene.bodies) {
    json["bodies"].push_back({{"file", body.file}, {"triangles", body.surface.mesh.faces.size()}});
  }
  json["known"] = Json::object();
  for (const KnownFact& fact : scene.known) json["known"][fact.name] = fact.value;
  if (scene.interfering) {
    Json pairs = Json::array();
    for (const auto& [a, b] : *scene.interfering)
      pairs.push_back({scene.bodies[a].file, scene.bodies[b].file});
    json["known"]["interfering_pairs"] = pairs;
  }
  for (std::size_t i = 0; i < scene.jaws.size(); ++i)
    json["known"][std::filesystem::path(scene.bodies[i].file).stem()] = jaw_truth(scene.jaws[i]);
  return json;
}

//! Writes one PLY per body and scene.json; all of them or none.
//! \throw CLI::ValidationError if the scene does not exist, or cannot have so many triangles or these
//! variants; OutputError
void run_generate(const GenerateOptions& options) {
  try {
    check(options.name, options.scene);
  } catch (const std::invalid_argument& error) {
    throw CLI::ValidationError("generate", error.what());
  }
  const ResultFolder results{
      .folder = options.out_dir, .record = "generate.json", .inputs = {}, .force = options.force};
  // The files of other scenes are known after the scenes are made, which takes no time.
  if (options.name == "dentition")
    check_replaceable(results,
                      std::vector<std::string>{"generate.json", "scene.json", "lower.ply", "upper.ply"});
  ProgressLine progress(options.quiet);
  progress.say("making " + options.name);
  const Scene scene = make_scene(options.name, options.scene);
  progress.say("writing to " + options.out_dir);
  std::vector<OutputFile> files;
  for (const SceneBody& body : scene.bodies) {
    files.push_back({body.file, ply_bytes(body.surface.mesh, body.surface.labels)});
  }
  files.push_back({"scene.json", description(scene, options.scene.seed).dump(2) + "\n"});
  const EarlierFiles earlier = write_results(
      results, {{"schema", "intercusp-generate/1"}, {"scene", scene.name}, {"seed", options.scene.seed}},
      files);
  progress.clear();
  say_what_went(earlier, options.out_dir);
  if (options.quiet) return;
  fmt::print("{}: {}\n", scene.name, scene.what);
  constexpr std::size_t most_lines = 8;
  for (std::size_t i = 0; i < std::min(scene.bodies.size(), most_lines); ++i) {
    fmt::print("  {}  {} triangles\n", scene.bodies[i].file, scene.bodies[i].surface.mesh.faces.size());
  }
  if (scene.bodies.size() > most_lines) fmt::print("  and {} more\n", scene.bodies.size() - most_lines);
}

}  // namespace

void add_generate_command(CLI::App& program) {
  auto [command, options] =
      add_command(program, "generate", "Generate a synthetic dentition or a test scene", run_generate);
  command.add_option("SCENE", options.name, fmt::format("One of: {}", fmt::join(scene_names(), ", ")))
      ->required();
  command.add_option("--out", options.out_dir, "Output folder, created if missing")->required();
  command.add_option(
      "--triangles", options.scene.triangles,
      "Triangles per jaw (default 210000); for test scenes, of all bodies (default as in the paper)");
  command.add_option("--seed", options.scene.seed, "Random seed of the teeth, meshes or boxes")
      ->capture_default_str();
  command
      .add_option("--variant", options.scene.variants,
                  fmt::format("Dentition only, several with commas: {}", fmt::join(variant_names(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_flag(
      "--varied", options.scene.varied,
      "Dentition only: each seed is another patient, whose teeth and landmarks scene.json states");
  command.add_flag("--quiet", options.quiet, "Print errors only");
  add_force_flag(command, options.force);
}

}  // namespace intercusp::cli
