//===- TensorGenerators.cpp - made-up tensors -----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "GeneratorOptions.h"
#include "mesh/Driver/Data/Elements.h"
#include "mesh/Driver/Data/PortableMath.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Runtime/Philox.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

bool mesh::driver::isTensorGenerator(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"zeros", "ones", "eye", "iota", "uniform", "normal", "glorot"},
             true)
      .Default(false);
}

/// Random bits that [0, 1) gets in a type: as many as its mantissa, so that the
/// number is exact and never rounds up to 1.
static int uniformBits(DType dtype) {
  switch (dtype) {
  case DType::BF16:
    return 8;
  case DType::F16:
    return 11;
  case DType::F32:
    return 24;
  default:
    return 53;
  }
}

static Error checkFits(const GeneratorSpec &spec, DType dtype, double low,
                       double high) {
  double largest = dtype == DType::F16    ? 65504.0
                   : dtype == DType::BF16 ? 0x1.fep127
                   : dtype == DType::F32  ? 0x1.fffffep127
                                          : HUGE_VAL;
  if (std::isfinite(low) && std::isfinite(high) && low < high &&
      std::isfinite(high - low) && std::fabs(low) <= largest &&
      std::fabs(high) <= largest)
    return Error::success();
  return dataError("'" + spec.name + "' expects finite low < high within '" +
                   typeName(dtype) + "'");
}

/// Fills with low + (high - low) * u.
static void fillUniform(NewArray &out, uint64_t seed, double low, double high) {
  visitElement(out.array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (isFloatElement<T>) {
      T *to = out.as<T>();
      double unit = std::ldexp(1.0, uniformBits(out.array.dtype));
      Progress progress("generating values", out.array.size());
      for (int64_t i = 0, e = out.array.size(); i < e; ++i) {
        progress.update(i);
        runtime::PhiloxCounter words = runtime::philox(seed, i);
        double u = runtime::philoxUniform(words[0], words[1]);
        u = std::floor(u * unit) / unit;
        to[i] = fromDouble<T>(low + (high - low) * u);
      }
    }
  });
}

/// Fills with whole numbers of [low, high).
static Error fillIntegers(NewArray &out, const GeneratorSpec &spec,
                          uint64_t seed) {
  DType dtype = out.array.dtype;
  Expected<double> low = realOption(spec, "low", 0);
  Expected<double> high = realOption(spec, "high", 0);
  if (!low || !high)
    return joinErrors(low.takeError(), high.takeError());
  if (!spec.option("high"))
    return dataError("'uniform' expects the option 'high=' for '" +
                     typeName(dtype) + "', such as 'uniform:1:high=7'");
  // Doubles hold every whole number up to 2^53; wider ranges serve no one.
  double limit = 0x1p53;
  if (!(*low == std::trunc(*low)) || !(*high == std::trunc(*high)) ||
      !(*low < *high) || std::fabs(*low) > limit || std::fabs(*high) > limit)
    return dataError("'uniform' expects whole numbers low < high of at most "
                     "2^53 for '" +
                     typeName(dtype) + "'");
  for (double bound : {*low, *high - 1}) {
    Expected<Array> wide = makeArray({bound}, {});
    if (!wide)
      return wide.takeError();
    Expected<Array> fits = convert(*wide, dtype);
    if (!fits)
      return fits.takeError();
  }
  uint64_t range = static_cast<uint64_t>(*high - *low);
  auto base = static_cast<int64_t>(*low);
  visitElement(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!isFloatElement<T>) {
      T *to = out.as<T>();
      Progress progress("generating values", out.array.size());
      for (int64_t i = 0, e = out.array.size(); i < e; ++i) {
        progress.update(i);
        runtime::PhiloxCounter words = runtime::philox(seed, i);
        uint64_t bits = (uint64_t(words[0]) << 32) | words[1];
        auto value =
            base + static_cast<int64_t>(
                       (static_cast<unsigned __int128>(bits) * range) >> 64);
        if constexpr (std::is_same_v<T, BoolElement>)
          to[i].value = static_cast<uint8_t>(value);
        else
          to[i] = static_cast<T>(value);
      }
    }
  });
  return Error::success();
}

/// By the method of Box and Muller (1958).
static void fillNormal(NewArray &out, uint64_t seed) {
  visitElement(out.array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (isFloatElement<T>) {
      T *to = out.as<T>();
      Progress progress("generating values", out.array.size());
      for (int64_t i = 0, e = out.array.size(); i < e; ++i) {
        progress.update(i);
        runtime::PhiloxCounter words = runtime::philox(seed, i);
        // 1 - u lies in (0, 1], so that the logarithm is finite.
        double radius = std::sqrt(
            -2 * portable::log(1 - runtime::philoxUniform(words[0], words[1])));
        double turns = runtime::philoxUniform(words[2], words[3]);
        to[i] = fromDouble<T>(radius * portable::cosOfTurns(turns));
      }
    }
  });
}

/// 0, 1, 2 ...; false if the last one is not exact in the type.
static bool fillIota(NewArray &out) {
  int64_t count = out.array.size();
  return visitElement(out.array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T *to = out.as<T>();
    int64_t limit = std::numeric_limits<int64_t>::max();
    if constexpr (std::is_same_v<T, BoolElement>)
      limit = 2;
    else if constexpr (isFloatElement<T>)
      limit = (int64_t(1) << uniformBits(out.array.dtype)) + 1;
    else if constexpr (sizeof(T) < 8)
      limit = int64_t(std::numeric_limits<T>::max()) + 1;
    if (count > limit)
      return false;
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<T, BoolElement>)
        to[i].value = static_cast<uint8_t>(i);
      else if constexpr (isFloatElement<T>)
        to[i] = fromDouble<T>(static_cast<double>(i));
      else
        to[i] = static_cast<T>(i);
    }
    return true;
  });
}

/// 1 in every `step`-th of the first `count` entries of each block of `block`.
static void fillOnes(NewArray &out, int64_t block, int64_t count,
                     int64_t step) {
  visitElement(out.array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T one;
    if constexpr (std::is_same_v<T, BoolElement>)
      one.value = 1;
    else if constexpr (isFloatElement<T>)
      one = fromDouble<T>(1);
    else
      one = 1;
    for (int64_t begin = 0; begin < out.array.size(); begin += block)
      for (int64_t i = 0; i < count; i += step)
        out.as<T>()[begin + i] = one;
  });
}

/// 1 where the last two coordinates are equal, else 0.
static void fillEye(NewArray &out) {
  std::memset(out.bytes, 0, out.array.byteSize());
  ArrayRef<int64_t> shape = out.array.shape;
  int64_t rows = shape[shape.size() - 2], columns = shape.back();
  int64_t diagonal = std::min(rows, columns);
  if (diagonal > 0)
    fillOnes(out, rows * columns, diagonal * (columns + 1), columns + 1);
}

Expected<Array> mesh::driver::generateTensor(const GeneratorSpec &spec,
                                             DType dtype,
                                             ArrayRef<int64_t> shape) {
  StringRef name = spec.name;
  if (!isTensorGenerator(name))
    return dataError("no tensor generator '" + name +
                     "', the generators are: zeros, ones, eye, iota, "
                     "uniform, normal, glorot");
  bool random = name == "uniform" || name == "normal" || name == "glorot";
  SmallVector<StringRef, 4> keys = {"shape"};
  if (random)
    keys.push_back("seed");
  if (name == "uniform")
    keys.append({"low", "high"});
  if (Error error = checkOptions(spec, keys, {}, random ? 1 : 0))
    return std::move(error);

  uint64_t seed = 0;
  if (random) {
    Expected<uint64_t> given = seedOption(spec);
    if (!given)
      return given.takeError();
    seed = *given;
  }
  bool floating = isFloat(dtype);
  if (random && !floating && name != "uniform")
    return dataError("'" + name + "' expects a float type, but got '" +
                     typeName(dtype) + "'");
  Expected<NewArray> made = allocateArray(dtype, shape);
  if (!made)
    return made.takeError();
  if (name == "zeros") {
    std::memset(made->bytes, 0, made->array.byteSize());
  } else if (name == "ones") {
    fillOnes(*made, std::max<int64_t>(1, made->array.size()),
             made->array.size(), 1);
  } else if (name == "eye") {
    if (shape.size() < 2)
      return dataError("'eye' expects two dimensions or more, but got " +
                       made->array.typeName());
    fillEye(*made);
  } else if (name == "iota") {
    if (!fillIota(*made))
      return dataError("'iota' of " + made->array.typeName() +
                       ": the last value does not fit");
  } else if (name == "normal") {
    fillNormal(*made, seed);
  } else if (name == "glorot") {
    if (shape.size() < 2)
      return dataError("'glorot' expects two dimensions or more, but got " +
                       made->array.typeName());
    double fan = static_cast<double>(shape[shape.size() - 2]) +
                 static_cast<double>(shape[shape.size() - 1]);
    double limit = fan > 0 ? std::sqrt(6 / fan) : 0;
    fillUniform(*made, seed, -limit, limit);
  } else if (!floating) {
    if (Error error = fillIntegers(*made, spec, seed))
      return std::move(error);
  } else {
    Expected<double> low = realOption(spec, "low", 0);
    Expected<double> high = realOption(spec, "high", 1);
    if (!low || !high)
      return joinErrors(low.takeError(), high.takeError());
    if (Error error = checkFits(spec, dtype, *low, *high))
      return std::move(error);
    fillUniform(*made, seed, *low, *high);
  }
  return made->array;
}
