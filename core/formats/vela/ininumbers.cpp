// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/ininumbers.h"

#include <QRegularExpression>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

std::optional<double> pythonReal(const QString &text)
{
    static const QRegularExpression syntax(
        u"^[+-]?(\\d+(_\\d+)*\\.?(\\d+(_\\d+)*)?|\\.\\d+(_\\d+)*)([eE][+-]?\\d+(_\\d+)*)?$"_s);
    static const QRegularExpression special(
        u"^([+-]?)(inf|infinity|nan)$"_s, QRegularExpression::CaseInsensitiveOption);
    const auto trimmed = text.trimmed();
    if (const auto match = special.match(trimmed); match.hasMatch()) {
        if (match.capturedView(2).startsWith(u'n', Qt::CaseInsensitive))
            return std::numeric_limits<double>::quiet_NaN();
        return (match.capturedView(1) == u"-" ? -1 : 1) * std::numeric_limits<double>::infinity();
    }
    if (!syntax.match(trimmed).hasMatch())
        return std::nullopt;
    auto digits = trimmed;
    digits.remove(u'_');
    return digits.toDouble(); // too large is infinite, as in Python
}

std::optional<qint64> pythonWhole(const QString &text)
{
    static const QRegularExpression syntax(u"^[+-]?\\d+(_\\d+)*$"_s);
    auto digits = text.trimmed();
    if (!syntax.match(digits).hasMatch())
        return std::nullopt;
    digits.remove(u'_');
    bool isNumber = false;
    const auto value = digits.toLongLong(&isNumber);
    return isNumber ? std::optional<qint64>(value) : std::nullopt;
}

double coreReal(const QString &text)
{
    static const QRegularExpression start(u"^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?"_s);
    return start.match(text).captured().toDouble();
}

qint64 coreWhole(const QString &text)
{
    static const QRegularExpression start(u"^-?\\d+"_s);
    const auto digits = start.match(text).captured();
    const auto value = digits.toLongLong();
    // The core reads 32 bits and keeps 0 where they do not hold the number.
    return value > std::numeric_limits<qint32>::max() || value < std::numeric_limits<qint32>::min()
        ? 0
        : value;
}

} // namespace tosaic::formats::vela
