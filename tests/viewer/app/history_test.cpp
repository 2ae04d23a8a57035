#include "viewer/app/pose.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "viewer/app/work_queue.h"
#include "viewer/platform/process.h"

namespace intercusp::viewer {
namespace {

Document at_threshold(double threshold_mm) {
  Document document;
  document.threshold_mm = threshold_mm;
  return document;
}

TEST(History, steps_that_join_are_one_until_something_comes_between) {
  History history;
  history.start(at_threshold(0));
  history.add(at_threshold(1), "threshold", "threshold");
  history.add(at_threshold(2), "threshold", "threshold");
  EXPECT_EQ(history.undo()->threshold_mm, 0);
  EXPECT_FALSE(history.undo());
  EXPECT_EQ(history.redo()->threshold_mm, 2);

  history.add(at_threshold(3), "threshold", "threshold");  // after redo a new step begins
  EXPECT_EQ(history.undo()->threshold_mm, 2);

  history.add(at_threshold(4), "measure");
  EXPECT_EQ(history.undo()->threshold_mm, 2);
  history.add(at_threshold(5), "threshold", "threshold");  // and after undo
  EXPECT_EQ(history.undo()->threshold_mm, 2);
}

TEST(History, parts_of_tools_are_copied_and_compared_with_the_document) {
  struct Part {
    int number = 0;
    bool operator==(const Part&) const = default;
  };
  const Document before;
  Document after;
  after.parts.set(Part{0});
  EXPECT_TRUE(same_document(before, after)) << "set to what it is by default";
  after.parts.set(Part{7});
  EXPECT_FALSE(same_document(before, after));
  History history;
  history.start(before);
  history.add(after, "number");
  after.parts.set(Part{8});
  EXPECT_EQ(history.present().parts.get<Part>().number, 7);
  EXPECT_FALSE(same_document(history.present(), after));
  const std::optional<Document> undone = history.undo();
  ASSERT_TRUE(undone);
  EXPECT_EQ(undone->parts.get<Part>().number, 0);
  EXPECT_TRUE(same_document(*undone, before));
}

TEST(History, a_new_step_forgets_what_was_undone) {
  History history;
  history.start(at_threshold(0));
  history.add(at_threshold(1), "first");
  (void)history.undo();
  EXPECT_EQ(history.redo_label(), "first");
  history.add(at_threshold(2), "second");
  EXPECT_FALSE(history.redo_label());
  EXPECT_FALSE(history.redo());
  EXPECT_EQ(history.undo_label(), "second");
}

TEST(History, of_very_many_steps_the_latest_are_kept) {
  History history;
  history.start(at_threshold(0));
  for (int i = 1; i <= 600; ++i) history.add(at_threshold(i), "step");
  std::size_t steps = 0;
  double oldest = 600;
  while (const auto document = history.undo()) ++steps, oldest = document->threshold_mm;
  EXPECT_EQ(steps, History::most_steps);
  EXPECT_EQ(oldest, 100);
}

//! Work that runs until it is stopped.
Job::Finish endless(const Progress& progress) {
  for (;;) {
    report_progress(progress, 0.5);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void never(std::exception_ptr) { FAIL() << "nothing was to fail"; }

bool is_cancelled(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Cancelled&) {
    return true;
  } catch (...) {
    return false;
  }
}

TEST(Job, finishes_on_the_thread_that_takes_it_up_and_only_once) {
  std::thread::id worked, finished;
  int times = 0;
  Job job(
      "work",
      [&](const Progress&) -> Job::Finish {
        worked = std::this_thread::get_id();
        return [&] { finished = std::this_thread::get_id(), ++times; };
      },
      never);
  job.wait();
  EXPECT_EQ(times, 0);
  EXPECT_TRUE(job.take_over());
  EXPECT_FALSE(job.take_over());
  EXPECT_EQ(times, 1);
  EXPECT_EQ(finished, std::this_thread::get_id());
  EXPECT_NE(worked, finished);
}

TEST(Job, carries_over_what_was_thrown) {
  std::string message;
  Job job(
      "work", [](const Progress&) -> Job::Finish { throw std::runtime_error("no such scan"); },
      [&](std::exception_ptr error) {
        try {
          std::rethrow_exception(error);
        } catch (const std::runtime_error& failure) {
          message = failure.what();
        }
      });
  job.wait();
  EXPECT_TRUE(job.take_over());
  EXPECT_EQ(message, "no such scan");
}

TEST(Job, cancelled_work_never_finishes_even_if_it_came_to_its_end) {
  bool finished = false, stopped = false;
  Job job(
      "work", [&](const Progress&) -> Job::Finish { return [&] { finished = true; }; },
      [&](std::exception_ptr error) { stopped = is_cancelled(error); });
  job.wait();
  job.cancel();
  EXPECT_TRUE(job.take_over());
  EXPECT_FALSE(finished);
  EXPECT_TRUE(stopped);
}

#ifdef __GLIBC__
TEST(Job, long_work_gives_back_the_memory_that_it_no_longer_uses) {
  const auto resident_mb = [] {
    std::size_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
  };
  platform::
      return_free_memory();  // otherwise the work may reuse memory freed by other tests, and nothing grows
  const double before_mb = resident_mb();
  double most_mb = 0;
  Job job(
      "work",
      [&](const Progress&) -> Job::Finish {
        std::vector<std::vector<char>> blocks(200'000, std::vector<char>(1000));
        const auto result = std::make_shared<std::vector<char>>(1000);  // lies behind the freed memory
        most_mb = resident_mb();
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
        return [result] {};
      },
      never);
  job.wait();
  EXPECT_GT(most_mb, before_mb + 150);
  EXPECT_LT(resident_mb(), before_mb + 50);
  EXPECT_TRUE(job.take_over());
}
#endif

TEST(Job, ends_with_its_owner) { const Job job("work", endless, never); }

TEST(WorkQueue, what_gives_way_is_stopped_by_whatever_comes) {
  bool stopped = false, done = false;
  WorkQueue queue;
  queue.add({.what = "rest",
             .work = endless,
             .failed = [&](std::exception_ptr error) { stopped = is_cancelled(error); },
             .gives_way = true});
  queue.add({.what = "report",
             .work = [&](const Progress&) -> Job::Finish { return [&] { done = true; }; },
             .failed = never});
  while (queue.busy()) {
    queue.wait();
    (void)queue.take_over();
  }
  EXPECT_TRUE(stopped);
  EXPECT_TRUE(done);
}

TEST(WorkQueue, another_case_stops_all_but_what_writes_files) {
  std::vector<std::string> done;
  const auto task = [&](const std::string& name, bool outlives_case) {
    return Task{.what = name,
                .work = [&done, name](const Progress&) -> Job::Finish {
                  return [&done, name] { done.push_back(name); };
                },
                .failed = never,
                .outlives_case = outlives_case};
  };
  bool stopped = false;
  WorkQueue queue;
  queue.add({.what = "rays", .work = endless, .failed = [&](std::exception_ptr) { stopped = true; }});
  queue.add(task("patches", false));
  queue.add(task("report", true));
  queue.add_instead(task("another case", false));
  while (queue.busy()) {
    queue.wait();
    (void)queue.take_over();
  }
  EXPECT_TRUE(stopped);
  EXPECT_EQ(done, (std::vector<std::string>{"another case", "report"}));
}

}  // namespace
}  // namespace intercusp::viewer
