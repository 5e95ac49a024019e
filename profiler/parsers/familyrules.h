// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/parsers/linefilter.h"
#include "profiler/parsers/linerules.h"

#include <QByteArray>
#include <QStringList>

#include <memory>

/// Console families as data: what a line means is said in a small file, by pattern, field and unit.
/// The form of the files is in resources/consoles/README.md.
namespace tosaic::profile {

/// One kind of line that a family prints.
struct FamilyRule
{
    QString needle; ///< ASCII text that every such line has; looked for first
    QRegularExpression pattern;
    QString field; ///< one of familyFields()
    QString name; ///< of a counter, where no group of the pattern has it
    QString unit; ///< of the value, where no group has it: "us", "beats"
    bool isNpu = true; ///< a console with such a line is that of an NPU
    /// The value is a mean: it may have a fraction and is rounded to a whole, which is told.
    bool isMean = false;
};

/// What a value can be: "cycles", "counter", "time", ... in the order of the documentation.
QStringList familyFields();

/// The rules of one file, in order. Errors: FormatDamaged with the rule and what is wrong in it,
/// LimitExceeded.
Result<std::vector<FamilyRule>> readFamily(const QByteArray &json, const QString &file);

/// The longest text that every match of a pattern must have; empty if that cannot be told.
QString needleOf(const QString &pattern);

/// Rules of several families, tried on every line in order after the built-in ones. Immutable, so
/// that parsers in any thread share it.
class FamilyRules
{
public:
    explicit FamilyRules(std::vector<FamilyRule> rules);

    /// Adds to what the built-in rules found. A line that a family may mean is read anew each time.
    void apply(ParseState &state, const ConsoleLine &line, RuleOutcome &outcome) const;
    /// That knows these needles besides the built-in ones.
    const LineFilter &filter() const { return m_filter; }
    const std::vector<FamilyRule> &rules() const { return m_rules; }

private:
    std::vector<FamilyRule> m_rules;
    LineFilter m_filter;
};

} // namespace tosaic::profile
