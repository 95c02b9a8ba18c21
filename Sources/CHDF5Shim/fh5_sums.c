#include "CHDF5Shim.h"

/// Words in flight at a time: as many as a compiler keeps in registers.
enum { LANES = 16 };
/// Rounds before sums of 16-bit words, and the sums of those, could outgrow 32 bits.
enum { ROUNDS = 360 };

/// Fletcher's two sums, each modulo 65535.
typedef struct {
  uint64_t first;
  uint64_t second;
} sums;

/// Adds `count` words to sums that stand behind the words before them.
static sums added(sums before, uint64_t first, uint64_t second, uint64_t count) {
  sums after;
  after.second = (before.second + count % 65535 * before.first + second) % 65535;
  after.first = (before.first + first) % 65535;
  return after;
}

/// The sums of `rounds` times `LANES` words, which lie in memory as they please.
///
/// A word k of round j counts (rounds − j)·LANES − k times in the second sum; the lanes count it
/// rounds − j times, and what is too much is taken off at the end.
static void summed(const uint8_t *bytes, size_t rounds, uint64_t *first, uint64_t *second) {
  uint32_t once[LANES] = {0}, often[LANES] = {0};
  for (size_t round = 0; round < rounds; ++round) {
    uint16_t words[LANES];
    __builtin_memcpy(words, bytes + round * sizeof words, sizeof words);
    for (int lane = 0; lane < LANES; ++lane) {
      once[lane] += words[lane];
      often[lane] += once[lane];
    }
  }
  *first = *second = 0;
  for (uint64_t lane = 0; lane < LANES; ++lane) {
    *first += once[lane];
    *second += LANES * (uint64_t)often[lane] - lane * once[lane];
  }
}

/// HDF5 folds carries back, which leaves 65535 for a sum that is a multiple of it and 0 for zeros.
static uint32_t folded(uint64_t sum, int zeros) {
  return sum == 0 && !zeros ? 65535 : (uint32_t)sum;
}

uint32_t fh5_fletcher32(const void *values, size_t count) {
  const uint8_t *bytes = values;
  sums all = {0, 0};
  uint64_t largest = 0;
  size_t words = count / 2;
  for (size_t at = 0; at < words;) {
    size_t rounds = (words - at) / LANES;
    if (rounds > ROUNDS) rounds = ROUNDS;
    uint64_t first = 0, second = 0;
    size_t taken = rounds * LANES;
    if (rounds > 0) {
      summed(bytes + 2 * at, rounds, &first, &second);
    } else {
      uint16_t word;
      __builtin_memcpy(&word, bytes + 2 * at, sizeof word);
      first = second = word;
      taken = 1;
    }
    largest |= first;
    all = added(all, first, second, taken);
    at += taken;
  }
  // A word is its first byte times 256 and its second. The machine reads it the other way round,
  // which modulo 65535 is a factor of 256 for every word and so for both sums.
  all.first = all.first * 256 % 65535;
  all.second = all.second * 256 % 65535;
  if (count % 2 != 0) {
    uint64_t last = (uint64_t)bytes[count - 1] << 8;
    largest |= last;
    all = added(all, last, last, 1);
  }
  return folded(all.second, largest == 0) << 16 | folded(all.first, largest == 0);
}
