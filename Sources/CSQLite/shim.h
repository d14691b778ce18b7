// The system's SQLite, as Swift sees it.
#include <sqlite3.h>
