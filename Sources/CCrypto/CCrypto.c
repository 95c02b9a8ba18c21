#include "CCrypto.h"

#include <openssl/evp.h>

struct fcr_digest;

static EVP_MD_CTX *context_of(fcr_digest *digest) { return (EVP_MD_CTX *)digest; }

fcr_digest *fcr_digest_new(void) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) != 1) {
    EVP_MD_CTX_free(context);
    context = NULL;
  }
  return (fcr_digest *)context;
}

int fcr_digest_update(fcr_digest *digest, const void *bytes, size_t count) {
  return EVP_DigestUpdate(context_of(digest), bytes, count);
}

int fcr_digest_finish(fcr_digest *digest, uint8_t out[32]) {
  unsigned length = 0;
  return EVP_DigestFinal_ex(context_of(digest), out, &length) == 1 && length == 32;
}

void fcr_digest_free(fcr_digest *digest) { EVP_MD_CTX_free(context_of(digest)); }
