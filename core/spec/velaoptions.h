// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <span>

/// The options of Vela 5.1.0, as `vela --help` lists them and as 5.1.0's main() treats them.
namespace tosaic::spec {

/// What Vela calls a system configuration or memory mode that no file says.
inline const QString InternalDefault = QStringLiteral("internal-default");

enum class OptionValue
{
    None, ///< a switch
    Text,
    Choice, ///< one of VelaOption::choices, in this letter case
    Integer, ///< as Python's int() reads it
    Number ///< as Python's float() reads it
};

/// What an option does as an extra flag of a compile spec, where it stands before the flags that
/// follow from the spec itself.
enum class OptionEffect
{
    Normal,
    Ends, ///< prints something and ends the process; nothing is compiled
    Overridden, ///< what the spec says of target and memory comes later and wins
    Refused, ///< Vela ends with an error in every compile of ours
    Ignored, ///< accepted, changes nothing with the compiler core of 5.x
    Harmful ///< accepted, and the result is wrong or other work suffers
};

struct VelaOption
{
    const char16_t *name;
    OptionValue value = OptionValue::None;
    OptionEffect effect = OptionEffect::Normal;
    bool isDeprecated = false; ///< Vela prints a warning
    const char16_t *choices = nullptr; ///< separated by blanks
    const char16_t *remark = nullptr; ///< why it is harmful; follows the name
    const char16_t *standard = nullptr; ///< Vela's default for an option with a value

    QString nameText() const { return QString::fromUtf16(name); }
    QStringList choiceList() const;
    bool takesValue() const { return value != OptionValue::None; }
    bool isCumulative() const; ///< each use adds to those before
};

std::span<const VelaOption> velaOptions();
/// By its full name; null if Vela has none of it.
const VelaOption *velaOption(const QString &name);

/// How Python's argparse understands a word that starts like an option.
struct OptionMatch
{
    const VelaOption *option = nullptr; ///< null: no option, or several fit
    bool isAbbreviated = false;
    QStringList candidates; ///< names that fit an ambiguous word
};
/// `name` without "=value". "-h" is "--help".
OptionMatch matchOption(const QString &name);
/// argparse takes "-5" and "-.5" for values, not for options.
bool isNegativeNumber(const QString &word);

} // namespace tosaic::spec
