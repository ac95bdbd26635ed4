//===- Results.cpp - what becomes of results ------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Function.h"
#include "mesh/Driver/Data/Print.h"
#include "mesh/Driver/Data/Save.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <sys/resource.h>

using namespace llvm;
using namespace mesh::driver;

// From the OpenMP runtime. Its header belongs to a compiler, the functions to
// every program that is linked with it.
extern "C" int omp_get_max_threads(void);

std::string mesh::driver::resultType(const ValueSpec &result,
                                     const Array &array) {
  // An array does not know whether it stands for a number.
  return result.type.kind == ArgType::Tensor ? array.typeName()
                                             : typeName(array.dtype).str();
}

Error mesh::driver::checkSave(StringRef path, const FunctionSpec &function) {
  size_t count = function.results.size();
  StringRef extension = sys::path::extension(path);
  if (extension == ".npy" && count != 1)
    return dataError("--save=" + path + ": a .npy file holds one array, but @" +
                     function.name + " has " + Twine(count) +
                     " results: use .npz");
  if (extension != ".npy" && extension != ".npz")
    return dataError("--save=" + path +
                     ": expects a name that ends in .npy or "
                     ".npz");
  StringRef folder = sys::path::parent_path(path);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    return dataError("--save=" + path + ": there is no folder '" + folder +
                     "'");
  return Error::success();
}

Error mesh::driver::deliverResults(const FunctionSpec &function,
                                   ArrayRef<Array> results, StringRef save,
                                   raw_ostream &os) {
  if (!save.empty()) {
    std::vector<NamedArray> arrays;
    for (auto [result, array] : zip_equal(function.results, results))
      arrays.push_back({result.name, array});
    return saveArrays(save, arrays);
  }
  for (auto [result, array] : zip_equal(function.results, results)) {
    // Printed as a type and, on the next lines, the values.
    std::string text;
    raw_string_ostream stream(text);
    printArray(stream, array);
    os << result.name << ": " << resultType(result, array) << "\n"
       << StringRef(text).split('\n').second;
  }
  return Error::success();
}

static int64_t countPageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

Error mesh::driver::timeCalls(function_ref<Expected<std::vector<Array>>()> call,
                              int count, raw_ostream &os) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  int64_t faults = 0;
  for (int i = 0; i < count; ++i) {
    int64_t before = countPageFaults();
    auto start = Clock::now();
    auto results = call();
    std::chrono::duration<double, std::milli> time = Clock::now() - start;
    if (!results)
      return results.takeError();
    if (i == 0)
      faults = countPageFaults() - before;
    times.push_back(time.count());
  }
  llvm::sort(times);
  size_t half = times.size() / 2;
  double median =
      times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
  os << format("time: min %.3f ms, median %.3f ms of %d calls, %d threads; "
               "%lld page faults in the second call\n",
               times.front(), median, count, omp_get_max_threads(),
               static_cast<long long>(faults));
  return Error::success();
}

void mesh::driver::setNumThreads(int count) {
  mesh_set_num_threads(static_cast<std::int32_t>(count));
}
