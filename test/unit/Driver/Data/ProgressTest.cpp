//===- ProgressTest.cpp - how far long work is ----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Progress.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>

using namespace mesh::driver;
using std::chrono::milliseconds;

namespace {

/// A terminal of which both ends are here.
class Terminal {
public:
  Terminal() {
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
      slave = open(ptsname(master), O_RDWR | O_NOCTTY);
  }
  ~Terminal() {
    if (slave >= 0)
      close(slave);
    if (master >= 0)
      close(master);
  }
  /// Waits until the text written so far has `part`, at most ten seconds.
  bool shows(const std::string &part) {
    for (int i = 0; i < 100 && text.find(part) == std::string::npos; ++i)
      read(milliseconds(100));
    return text.find(part) != std::string::npos;
  }
  void read(milliseconds wait) {
    pollfd poll = {master, POLLIN, 0};
    char buffer[512];
    if (::poll(&poll, 1, static_cast<int>(wait.count())) == 1)
      text.append(buffer,
                  std::max<ssize_t>(0, ::read(master, buffer, sizeof(buffer))));
  }

  int master = -1, slave = -1;
  std::string text;
};

Progress::Output quick(int descriptor) { return {descriptor, milliseconds(2)}; }

TEST(Progress, ShowsAndWipesALine) {
  Terminal terminal;
  if (terminal.slave < 0)
    GTEST_SKIP() << "no terminal can be made here";
  {
    Progress progress("reading g.txt", 200, quick(terminal.slave));
    progress.update(50);
    EXPECT_TRUE(terminal.shows("\rreading g.txt: 25%, 0 s")) << terminal.text;
    progress.update(190);
    EXPECT_TRUE(terminal.shows("\rreading g.txt: 95%")) << terminal.text;
    EXPECT_EQ(terminal.text.find('\n'), std::string::npos);
  }
  // The 23 characters are blank, and the cursor is at their start.
  EXPECT_TRUE(terminal.shows("\r" + std::string(23, ' ') + "\r"))
      << terminal.text;
}

TEST(Progress, WithoutATotalTheTimeIsShown) {
  Terminal terminal;
  if (terminal.slave < 0)
    GTEST_SKIP() << "no terminal can be made here";
  Progress progress("compiling", 0, quick(terminal.slave));
  EXPECT_TRUE(terminal.shows("\rcompiling: 0 s")) << terminal.text;
}

TEST(Progress, TheInnerOneHasTheLine) {
  Terminal terminal;
  if (terminal.slave < 0)
    GTEST_SKIP() << "no terminal can be made here";
  Progress outer("outer", 0, quick(terminal.slave));
  {
    Progress inner("inner", 0, quick(terminal.slave));
    EXPECT_TRUE(terminal.shows("inner: 0 s")) << terminal.text;
    terminal.text.clear();
    terminal.read(milliseconds(50));
    EXPECT_EQ(terminal.text.find("outer"), std::string::npos) << terminal.text;
  }
  EXPECT_TRUE(terminal.shows("outer: 0 s")) << terminal.text;
}

TEST(Progress, NamesAreMadeFitToPrint) {
  Terminal terminal;
  if (terminal.slave < 0)
    GTEST_SKIP() << "no terminal can be made here";
  std::string name = "\x1b[2J" + std::string(200, 'x');
  Progress progress(name, 0, quick(terminal.slave));
  EXPECT_TRUE(terminal.shows("\r\\1B[2Jxxx")) << terminal.text;
  EXPECT_TRUE(terminal.shows("xxx...: 0 s")) << terminal.text;
  EXPECT_EQ(terminal.text.find('\x1b'), std::string::npos);
}

TEST(Progress, ShortWorkShowsNothing) {
  Terminal terminal;
  if (terminal.slave < 0)
    GTEST_SKIP() << "no terminal can be made here";
  {
    Progress progress("short", 3, {terminal.slave, milliseconds(60000)});
  }
  terminal.read(milliseconds(20));
  EXPECT_EQ(terminal.text, "");
}

TEST(Progress, NothingWhereThereIsNoTerminal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    Progress progress("reading", 3, quick(ends[1]));
    progress.update(1);
    usleep(20000);
  }
  close(ends[1]);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

} // namespace
