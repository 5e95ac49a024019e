// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include <sqlite3.h>

namespace tosaic::fuzz {

namespace {

constexpr int LargestImage = 1 << 20;

struct Column
{
    QByteArray table;
    QByteArray name;
};

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;

Connection opened(const QByteArray &image)
{
    sqlite3 *made = nullptr;
    sqlite3_open_v2(":memory:", &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    Connection connection(made, sqlite3_close);
    auto *bytes = static_cast<unsigned char *>(sqlite3_malloc64(sqlite3_uint64(image.size())));
    std::memcpy(bytes, image.constData(), size_t(image.size()));
    if (sqlite3_deserialize(made, "main", bytes, image.size(), image.size(),
            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        != SQLITE_OK)
        connection.reset();
    return connection;
}

std::vector<Column> columnsOf(sqlite3 *connection)
{
    std::vector<Column> columns;
    const auto take = [](void *to, int count, char **values, char **) {
        if (count == 2 && values[0] && values[1])
            static_cast<std::vector<Column> *>(to)->push_back({ values[0], values[1] });
        return 0;
    };
    sqlite3_exec(connection,
        "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'",
        take, &columns, nullptr);
    return columns;
}

/// As SQL writes it.
QByteArray hostileSql(Random &random, const std::vector<Column> &columns)
{
    static const std::array values{ "NULL", "0", "-1", "1", "2147483648", "9223372036854775807",
        "-9223372036854775808", "1e308", "1e999", "-1e999", "0.5", "''", "x''", "x'00ff'",
        "zeroblob(5000)", "zeroblob(16)", "'[1,2'", "'{\"a\":{}}'", "'9999-99-99T99:99:99Z'",
        "x'789c030000000001'", "x'00000400789c030000000001'", "randomblob(24)", "randomblob(48)",
        "rowid" };
    switch (random() % 6) {
    case 0:
        return "CAST(x'" + hostileText(random).toHex() + "' AS TEXT)";
    case 1:
        return "x'" + hostileText(random).toHex() + '\'';
    case 2: { // of somewhere else
        const auto &other = columns[random() % columns.size()];
        return "(SELECT \"" + other.name + "\" FROM \"" + other.table + "\" LIMIT 1)";
    }
    default:
        return values[random() % values.size()];
    }
}

QByteArray statement(Random &random, const std::vector<Column> &columns)
{
    const auto &column = columns[random() % columns.size()];
    const auto table = '"' + column.table + '"';
    const auto name = '"' + column.name + '"';
    const auto value = hostileSql(random, columns);
    switch (random() % 24) {
    case 0:
        return "DELETE FROM " + table;
    case 1:
        return "INSERT OR IGNORE INTO " + table + " DEFAULT VALUES";
    case 2:
        return "INSERT OR REPLACE INTO " + table + " (" + name + ") VALUES (" + value + ')';
    case 3:
        return "DROP TABLE " + table;
    case 4:
        return "ALTER TABLE " + table + " DROP COLUMN " + name;
    case 5:
        return "ALTER TABLE " + table + " RENAME TO away; CREATE VIEW " + table
            + " AS SELECT * FROM away";
    case 6:
        return "CREATE TRIGGER t" + QByteArray::number(random() % 9) + " AFTER INSERT ON " + table
            + " BEGIN DELETE FROM " + table + "; END";
    case 7:
        return "ALTER TABLE " + table + " RENAME TO away; CREATE VIEW " + table
            + " AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS "
            + name + " FROM r";
    case 8:
        return "PRAGMA user_version = " + QByteArray::number(int(random() % 12) - 2);
    case 9:
        return "PRAGMA application_id = " + QByteArray::number(random() % 3);
    case 10:
        return "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '"
            + column.name + "', 'x') WHERE name = '" + column.table + '\'';
    case 11:
        return "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = "
            + QByteArray::number(random() % 60) + " WHERE name = '" + column.table + '\'';
    case 12:
        return "ALTER TABLE " + table + " ADD COLUMN more DEFAULT " + value;
    case 13:
        return "CREATE INDEX i" + QByteArray::number(random() % 9) + " ON " + table + " (" + name
            + ')';
    default:
        return "UPDATE OR IGNORE " + table + " SET " + name + " = " + value
            + (random() % 2 ? QByteArray() : QByteArray(" WHERE random() % 2"));
    }
}

} // namespace

QByteArray mutateSqlite(const QByteArray &input, Random &random, const ByteMutator &changeBytes)
{
    if (!input.startsWith("SQLite format 3") || input.size() > LargestImage)
        return {};
    const auto connection = opened(input);
    const auto columns = connection ? columnsOf(connection.get()) : std::vector<Column>();
    if (columns.empty())
        return {};
    for (auto rounds = 1 + random() % 3; rounds > 0; --rounds)
        sqlite3_exec(
            connection.get(), statement(random, columns).constData(), nullptr, nullptr, nullptr);
    sqlite3_int64 size = 0;
    std::unique_ptr<unsigned char, decltype(&sqlite3_free)> image(
        sqlite3_serialize(connection.get(), "main", &size, 0), sqlite3_free);
    if (!image || size > LargestImage)
        return {};
    const QByteArray changed(reinterpret_cast<const char *>(image.get()), qsizetype(size));
    return random() % 16 == 0 ? changeBytes(changed, changed.size()) : changed;
}

} // namespace tosaic::fuzz
