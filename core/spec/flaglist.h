// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/velaoptions.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::spec {

/// One word of the extra flags that argparse acts on, with the value that belongs to it.
struct FlagUse
{
    QString typed; ///< "--optim", without "=value"
    OptionMatch match; ///< match.option is null for a stray word and an unknown option
    bool isStray = false; ///< no option at all: argparse takes it for the network
    std::optional<QString> value;
    bool isJoined = false; ///< "--option=value"
    qsizetype item = 0; ///< of CompileSpec::extraFlags, where the option stands
    qsizetype valueItem = 0; ///< where the value stands
    std::size_t first = 0; ///< words it covers
    std::size_t last = 0;

    const VelaOption *option() const { return match.option; }
    QString name() const { return match.option ? match.option->nameText() : typed; }
    bool is(QStringView option) const { return match.option && option == match.option->name; }
};

/// The extra flags as ExecuTorch hands them to Vela: joined, split at every single blank, and read
/// by argparse.
class FlagList
{
public:
    explicit FlagList(const QStringList &items);

    const QStringList &items() const { return m_items; }
    const std::vector<FlagUse> &uses() const { return m_uses; }
    /// The last use of an option, which is the one that counts; null without.
    const FlagUse *last(QStringView option) const;

    /// The flags after taking one use out, or writing `words` in its place.
    QStringList without(const FlagUse &use) const { return with(use, {}); }
    QStringList with(const FlagUse &use, const QStringList &words) const;

private:
    struct Word
    {
        qsizetype item;
        QString text;
    };
    void read();

    QStringList m_items;
    std::vector<Word> m_words;
    std::vector<FlagUse> m_uses;
};

} // namespace tosaic::spec
