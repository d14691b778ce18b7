// Xapian used plainly, as its own guide shows: a TermGenerator with a stemmer, one document a record.
#ifndef XAPIANPEER_H
#define XAPIANPEER_H

#ifdef __cplusplus
extern "C" {
#endif

/// A new database in `directory`, replacing what is there; null when that fails.
void *_Nullable xapian_peer_create(const char *_Nonnull directory, const char *_Nonnull language);

/// Adds a document: `count` texts one after the other, positions apart, and `identifier` as its data and a boolean
/// term. Returns 0, or -1 when Xapian refuses.
int xapian_peer_add(
    void *_Nonnull peer, const char *_Nonnull identifier, const char *_Nonnull const *_Nonnull texts, int count);

/// Commits, closes and frees; returns 0, or -1 when the commit fails.
int xapian_peer_close(void *_Nonnull peer);

/// The library's version.
const char *_Nonnull xapian_peer_version(void);

#ifdef __cplusplus
}
#endif

#endif
