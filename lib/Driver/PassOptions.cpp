//===- PassOptions.cpp - checks of the passes that are asked for ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/PassOptions.h"

#include "mesh/Driver/Data/Array.h"

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static const mlir::PassRegistryEntry *lookUp(StringRef name) {
  if (const auto *pass = mlir::PassInfo::lookup(name))
    return pass;
  return mlir::PassPipelineInfo::lookup(name);
}

/// The message of a failure to read options or to nest; empty if there is none.
static std::string tryToAdd(const mlir::PassRegistryEntry &entry,
                            StringRef options, mlir::OpPassManager &pm) {
  std::string message;
  auto keep = [&](const Twine &text) -> LogicalResult {
    message += text.str();
    return failure();
  };
  if (succeeded(entry.addToPipeline(pm, options, keep)))
    return "";
  return message.empty() ? "cannot read the options '" + options.str() + "'"
                         : message;
}

/// " a=1 b=2", the options of a pass with their defaults; empty if there are
/// none or they are not known.
static std::string listOptions(StringRef name) {
  const auto *pass = mlir::PassInfo::lookup(name);
  mlir::OpPassManager pm;
  if (!pass || !tryToAdd(*pass, "", pm).empty() || pm.empty())
    return "";
  std::string text;
  raw_string_ostream stream(text);
  pm.begin()->printAsTextualPipeline(stream);
  StringRef options = StringRef(text).split('{').second;
  options.consume_back("}");
  return options.trim().str();
}

static std::string suggest(StringRef name) {
  StringRef best;
  unsigned distance = name.size() / 3 + 1;
  for (StringRef known : cl::getRegisteredOptions().keys()) {
    if (!lookUp(known))
      continue;
    unsigned edits = name.edit_distance(known, true, distance);
    if (edits < distance || (edits == distance && known < best)) {
      best = known;
      distance = edits;
    }
  }
  return best.empty() ? "" : ("; did you mean '" + best + "'?").str();
}

/// In the words of a user; `message` is MLIR's and `name` the pass.
static std::string explain(StringRef message, StringRef name) {
  SmallVector<StringRef> parts;
  if (name.empty() && Regex("failed to add `([^`]+)`").match(message, &parts))
    name = parts[1];
  if (Regex("no such option ([^ \n]+)").match(message, &parts)) {
    std::string text =
        ("pass '" + name + "' has no option '" + parts[1] + "'").str();
    std::string options = listOptions(name);
    return text + (options.empty() ? ": it has none"
                                   : ": its options, with their defaults, are "
                                     "'" +
                                         options + "'");
  }
  if (Regex("restricted to '([^']+)' on a PassManager intended to run on "
            "'([^']+)'")
          .match(message, &parts))
    return ("pass '" + name + "' runs on '" + parts[1] +
            "', but stands inside of '" + parts[2] + "(...)'")
        .str();
  if (Regex("'([^']+)' does not refer to a registered pass")
          .match(message, &parts))
    return ("there is no pass or pipeline '" + parts[1] + "'").str() +
           suggest(parts[1]);
  // MLIR adds a line for each level of nesting.
  return message.split("\nfailed to add").first.trim().str();
}

/// Calls `onPass(name, options)` and `onPipeline(text)` for what is asked for.
static Error forEachPass(ArrayRef<const char *> arguments,
                         function_ref<Error(StringRef, StringRef)> onPass,
                         function_ref<Error(StringRef)> onPipeline) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--")
      break;
    if (!argument.consume_front("-"))
      continue;
    argument.consume_front("-");
    auto [name, value] = argument.split('=');
    if (name == "pass-pipeline") {
      if (!argument.contains('=') && ++i < arguments.size())
        value = arguments[i];
      if (Error error = onPipeline(value))
        return error;
    } else if (lookUp(name)) {
      if (Error error = onPass(name, value))
        return error;
    }
  }
  return Error::success();
}

Error mesh::driver::checkPasses(ArrayRef<const char *> arguments) {
  auto checkPass = [](StringRef name, StringRef options) -> Error {
    mlir::OpPassManager pm(mlir::OpPassManager::Nesting::Implicit);
    std::string message = tryToAdd(*lookUp(name), options, pm);
    if (message.empty())
      return Error::success();
    return dataError("--" + name + ": " + explain(message, name));
  };
  auto checkPipeline = [](StringRef text) -> Error {
    std::string message;
    raw_string_ostream stream(message);
    if (succeeded(mlir::parsePassPipeline(text, stream)))
      return Error::success();
    return dataError("--pass-pipeline: " + explain(message, ""));
  };
  return forEachPass(arguments, checkPass, checkPipeline);
}

namespace {
/// Notes on which kinds of operations a pipeline has run.
class IdlePasses : public mlir::PassInstrumentation {
public:
  explicit IdlePasses(SetVector<StringRef> wanted) {
    for (StringRef name : wanted)
      this->wanted.push_back(name.str());
  }

  ~IdlePasses() override {
    if (failed || !started)
      return;
    for (StringRef name : wanted)
      if (!met.contains(name))
        WithColor::warning(errs(), "mesh-opt")
            << "the passes for '" << name << "' did not run: there is no '"
            << name << "' directly inside of what the pipeline runs on\n";
  }

  // Not for pipelines: MLIR tells of nested ones only. What runs the passes of
  // a nested pipeline is a pass, too.
  void runBeforePass(mlir::Pass *, mlir::Operation *op) override {
    started = true;
    met.insert(op->getName().getStringRef());
  }
  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) override {
    failed = true;
  }

private:
  std::vector<std::string> wanted;
  StringSet<> met;
  bool started = false, failed = false;
};
} // namespace

void mesh::driver::warnOfIdlePasses(mlir::PassManager &pm,
                                    ArrayRef<const char *> arguments) {
  bool namesPipeline = false;
  cantFail(forEachPass(
      arguments,
      [&](StringRef name, StringRef) {
        namesPipeline |= mlir::PassPipelineInfo::lookup(name) != nullptr;
        return Error::success();
      },
      [](StringRef) { return Error::success(); }));
  if (namesPipeline)
    return;
  std::string text;
  raw_string_ostream stream(text);
  pm.printAsTextualPipeline(stream);
  // Anchors are the names before '(', but for what is inside of options.
  SetVector<StringRef> anchors;
  size_t begin = 0;
  unsigned braces = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    braces += c == '{';
    braces -= c == '}' && braces > 0;
    if (braces || isAlnum(c) || StringRef("._-").contains(c))
      continue;
    if (c == '(' && StringRef(text).slice(begin, i) != "any")
      anchors.insert(StringRef(text).slice(begin, i));
    begin = i + 1;
  }
  pm.addInstrumentation(std::make_unique<IdlePasses>(std::move(anchors)));
}
