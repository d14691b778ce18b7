// The system's SQLite, as Swift sees it.
#include <sqlite3.h>

// Variadic in C, so not there in Swift. Without its statistics SQLite takes no lock of the whole process for every
// allocation. Before the first connection only; later it does nothing.
static inline void almagest_sqlite_without_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
