#include "XapianPeer.h"

#include <xapian.h>

namespace {

struct Peer {
    Xapian::WritableDatabase database;
    Xapian::TermGenerator generator;
};

}  // namespace

void *xapian_peer_create(const char *directory, const char *language) {
    try {
        auto *peer = new Peer{Xapian::WritableDatabase(directory, Xapian::DB_CREATE_OR_OVERWRITE), {}};
        peer->generator.set_stemmer(Xapian::Stem(language));
        return peer;
    } catch (...) {
        return nullptr;
    }
}

int xapian_peer_add(void *opaque, const char *identifier, const char *const *texts, int count) {
    auto *peer = static_cast<Peer *>(opaque);
    try {
        Xapian::Document document;
        peer->generator.set_document(document);
        for (int index = 0; index < count; index++) {
            if (index > 0) peer->generator.increase_termpos();
            peer->generator.index_text(texts[index]);
        }
        document.set_data(identifier);
        document.add_boolean_term(std::string("Q") + identifier);
        peer->database.add_document(document);
        return 0;
    } catch (...) {
        return -1;
    }
}

int xapian_peer_close(void *opaque) {
    auto *peer = static_cast<Peer *>(opaque);
    int status = 0;
    try {
        peer->database.commit();
        peer->database.close();
    } catch (...) {
        status = -1;
    }
    delete peer;
    return status;
}

const char *xapian_peer_version(void) { return Xapian::version_string(); }
