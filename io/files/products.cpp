#include "io/files/products.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace intercusp {

std::vector<OutputFile> make_all(const std::vector<Product>& products) {
  std::vector<OutputFile> files(products.size());
  const auto make = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      // Isolated, so that a thread that waits inside one product does not start another.
      tbb::this_task_arena::isolate([&] { files[i] = {products[i].name, products[i].make()}; });
    }
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, products.size()), make, tbb::simple_partitioner());
  return files;
}

}  // namespace intercusp
