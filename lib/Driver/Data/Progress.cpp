//===- Progress.cpp - how far long work is --------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Text.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <string>
#include <unistd.h>

using namespace llvm;
using namespace mesh::driver;

using Clock = std::chrono::steady_clock;

/// Longer lines could be broken by the terminal, and half of one would stay.
static constexpr size_t kWidth = 78;

/// How many objects there are; the last one made has the line.
static std::atomic<unsigned> depth{0};
/// Bytes that the line holds now.
static std::atomic<size_t> shown{0};

/// A thread that wakes up once per interval. The working thread thus never
/// looks at the clock, and work that cannot say how far it is shows its time.
struct Progress::Writer {
  Writer(const Twine &text, uint64_t total, Output output,
         const std::atomic<uint64_t> &done)
      : what(readable(text.str())), total(total), output(output), done(done),
        level(++depth) {
    // The class of the standard library ends the program if there are no
    // threads left; here there is only nothing to see.
    running = pthread_create(&thread, nullptr, run, this) == 0;
  }
  ~Writer() {
    if (running) {
      {
        std::lock_guard<std::mutex> lock(mutex);
        stopped = true;
      }
      wakeUp.notify_one();
      pthread_join(thread, nullptr);
    }
    --depth;
  }

  static void *run(void *self) {
    static_cast<Writer *>(self)->loop();
    return nullptr;
  }

  void loop() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      if (wakeUp.wait_for(lock, output.interval, [&] { return stopped; })) {
        show("");
        return;
      }
      if (level == depth)
        show(line());
    }
  }

  std::string line() const {
    auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
    std::string rest = ": ";
    if (total != 0) {
      uint64_t amount = std::min<uint64_t>(done, total);
      double part = static_cast<double>(amount) / static_cast<double>(total);
      rest += std::to_string(static_cast<int>(100 * part)) + "%, ";
    }
    rest += std::to_string(seconds.count()) + " s";
    std::string name = what;
    if (name.size() + rest.size() > kWidth) {
      size_t end = kWidth - rest.size() - 3;
      while (end > 0 && (name[end] & 0xc0) == 0x80) // inside a character
        --end;
      name = name.substr(0, end) + "...";
    }
    return name + rest;
  }

  /// Writes over what the line shows.
  void show(const std::string &text) {
    size_t before = shown.exchange(text.size());
    if (text.empty() && before == 0)
      return;
    std::string out = "\r" + text;
    if (before > text.size())
      out += std::string(before - text.size(), ' ');
    if (text.empty())
      out += '\r';
    // There is nobody to tell that the terminal is gone.
    [[maybe_unused]] ssize_t written =
        ::write(output.descriptor, out.data(), out.size());
  }

  std::string what;
  uint64_t total;
  Output output;
  const std::atomic<uint64_t> &done;
  unsigned level;
  Clock::time_point start = Clock::now();
  bool running = false, stopped = false;
  pthread_t thread;
  std::mutex mutex;
  std::condition_variable wakeUp;
};

Progress::Progress(const Twine &what, uint64_t total, Output output) {
  if (isatty(output.descriptor))
    writer = std::make_unique<Writer>(what, total, output, done);
}

Progress::~Progress() = default;
