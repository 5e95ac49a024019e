// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/velasummary.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

/// The fields of one line; a field may be quoted, "" inside stands for one quote.
QStringList fieldsOf(const QString &line)
{
    QStringList fields(1);
    bool isQuoted = false;
    for (const auto c : line) {
        if (c == u'"')
            isQuoted = !isQuoted;
        else if (c == u',' && !isQuoted)
            fields.append(QString());
        else if (c != u'\r')
            fields.last().append(c);
    }
    return fields;
}

class Row
{
public:
    Row(const QStringList &names, const QStringList &values)
    {
        for (qsizetype i = 0; i < std::min(names.size(), values.size()); ++i)
            m_values.insert(names[i].trimmed(), values[i].trimmed());
    }

    std::optional<double> number(const QString &name) const
    {
        bool isNumber = false;
        const auto value = m_values.value(name).toDouble(&isNumber);
        // A network without NPU operators has nan and inf in places.
        return isNumber && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
    }
    std::optional<quint64> count(const QString &name, double factor = 1.0) const
    {
        const auto value = number(name);
        return value ? std::optional(static_cast<quint64>(std::llround(*value * factor)))
                     : std::nullopt;
    }
    std::optional<quint64> kibibytes(const QString &name) const { return count(name, 1024.0); }

private:
    QHash<QString, QString> m_values;
};

} // namespace

Result<VelaSummary> readVelaSummary(const QByteArray &csv)
{
    const auto lines = QString::fromUtf8(csv).split(u'\n', Qt::SkipEmptyParts);
    if (lines.size() < 2)
        return fail(ErrorCode::FormatDamaged, u"a Vela summary without a line of values"_s);
    const Row row(fieldsOf(lines[0]), fieldsOf(lines[1]));
    VelaSummary result;
    result.summary.cyclesTotal = row.number(u"cycles_total"_s);
    result.summary.cyclesNpu = row.number(u"cycles_npu"_s);
    result.summary.macs = row.count(u"nn_macs"_s);
    result.summary.sramBytes = row.kibibytes(u"sram_memory_used"_s);
    result.summary.dramBytes = row.kibibytes(u"dram_memory_used"_s);
    result.summary.onChipFlashBytes = row.kibibytes(u"on_chip_flash_memory_used"_s);
    result.summary.offChipFlashBytes = row.kibibytes(u"off_chip_flash_memory_used"_s);
    result.arenaLimitBytes = row.kibibytes(u"arena_cache_size"_s);
    if (!result.summary.cyclesTotal || !result.summary.sramBytes)
        return fail(ErrorCode::FormatDamaged,
            u"not a Vela summary: cycles_total or sram_memory_used is missing"_s);
    return result;
}

} // namespace tosaic::toolchain
