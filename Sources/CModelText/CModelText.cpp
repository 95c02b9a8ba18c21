#include "CModelText.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>
#include <type_traits>

namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

template <typename Number>
size_t write_numbers(const Number *values, size_t count, const fmt_layout *layout, char *out,
                     size_t capacity) noexcept {
  char *at = out;
  char *const end = out + capacity;
  size_t column = 0;
  for (size_t i = 0; i < count; ++i) {
    std::to_chars_result made = std::to_chars(at, end, values[i]);
    if (made.ec != std::errc()) return 0;
    if constexpr (std::is_floating_point<Number>::value) {
      // Without a point OpenCV would read a whole number as a 32-bit integer and wrap it.
      bool whole = true;
      for (const char *c = at; c != made.ptr; ++c) {
        if (*c == '.' || *c == 'e') {
          whole = false;
          break;
        }
      }
      if (whole) {
        *made.ptr++ = '.';
        if (layout->zero_after_point) *made.ptr++ = '0';
      }
    }
    at = made.ptr;
    if (layout->first + i + 1 == layout->total) break;
    if (layout->commas) *at++ = ',';
    if (++column == layout->per_line) {
      column = 0;
      *at++ = '\n';
      std::memset(at, ' ', layout->indent);
      at += layout->indent;
    } else {
      *at++ = ' ';
    }
  }
  return static_cast<size_t>(at - out);
}

template <typename Number>
int read_numbers(const char *text, size_t length, int commas, Number *out, size_t capacity,
                 size_t *count, size_t *stopped) noexcept {
  const char *at = text;
  const char *const end = text + length;
  size_t found = 0;
  int status = FMT_OK;
  while (true) {
    while (at != end && is_space(*at)) ++at;
    if (at == end) break;
    if (found == capacity) {
      status = FMT_TOO_MANY;
      break;
    }
    const char *digits = at;
    if (*digits == '+' && digits + 1 != end && digits[1] != '-') ++digits;
    Number value{};
    std::from_chars_result read = std::from_chars(digits, end, value);
    if (read.ec != std::errc()) {
      status = read.ec == std::errc::result_out_of_range ? FMT_OUT_OF_RANGE : FMT_NOT_A_NUMBER;
      // OpenCV writes `.Nan`, `.Inf` and `-.Inf`.
      const char *word = *digits == '-' ? digits + 1 : digits;
      if (end - word >= 2 && word[0] == '.' && std::isalpha(static_cast<unsigned char>(word[1]))) {
        status = FMT_NOT_FINITE;
      }
      break;
    }
    if constexpr (std::is_floating_point<Number>::value) {
      if (!std::isfinite(value)) {
        status = FMT_NOT_FINITE;
        break;
      }
    } else if (read.ptr != end && *read.ptr == '.') {
      // `5.` in a matrix of integers is one, `5.5` is not.
      ++read.ptr;
      while (read.ptr != end && *read.ptr == '0') ++read.ptr;
    }
    at = read.ptr;
    out[found++] = value;
    if (commas) {
      while (at != end && is_space(*at)) ++at;
      if (at == end) break;
      if (*at != ',') {
        status = FMT_NO_SEPARATOR;
        break;
      }
      ++at;
    } else if (at != end && !is_space(*at)) {
      status = FMT_NO_SEPARATOR;
      break;
    }
  }
  *count = found;
  *stopped = static_cast<size_t>(at - text);
  return status;
}

}  // namespace

size_t fmt_write_doubles(const double *values, size_t count, const fmt_layout *layout, char *out,
                         size_t capacity) {
  return write_numbers(values, count, layout, out, capacity);
}

size_t fmt_write_floats(const float *values, size_t count, const fmt_layout *layout, char *out,
                        size_t capacity) {
  return write_numbers(values, count, layout, out, capacity);
}

size_t fmt_write_integers(const int32_t *values, size_t count, const fmt_layout *layout, char *out,
                          size_t capacity) {
  return write_numbers(values, count, layout, out, capacity);
}

size_t fmt_count_numbers(const char *text, size_t length, int commas) {
  size_t found = 0;
  if (commas) {
    for (size_t i = 0; i < length; ++i) found += text[i] == ',';
    size_t last = length;
    while (last > 0 && is_space(text[last - 1])) --last;
    // A piece that ends in a comma goes on elsewhere.
    return last > 0 && text[last - 1] != ',' ? found + 1 : found;
  }
  bool gap = true;
  for (size_t i = 0; i < length; ++i) {
    bool space = is_space(text[i]);
    found += gap && !space;
    gap = space;
  }
  return found;
}

int fmt_read_doubles(const char *text, size_t length, int commas, double *out, size_t capacity,
                     size_t *count, size_t *stopped) {
  return read_numbers(text, length, commas, out, capacity, count, stopped);
}

int fmt_read_floats(const char *text, size_t length, int commas, float *out, size_t capacity,
                    size_t *count, size_t *stopped) {
  return read_numbers(text, length, commas, out, capacity, count, stopped);
}

int fmt_read_integers(const char *text, size_t length, int commas, int32_t *out, size_t capacity,
                      size_t *count, size_t *stopped) {
  return read_numbers(text, length, commas, out, capacity, count, stopped);
}
