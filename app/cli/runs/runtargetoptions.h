// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/runs/runoptions.h"

#include <QCommandLineParser>

#include <memory>

namespace tosaic::cli {

/// Reads one kind of target from its options; the text says what is wrong with them.
class TargetOptions
{
public:
    explicit TargetOptions(QCommandLineParser &parser) : m_parser(parser) { }
    virtual ~TargetOptions() = default;
    virtual void declare() = 0;
    virtual QString read(const QStringList &positional, RunOptions &options) = 0;

protected:
    void add(const QString &name, const QString &text, const QString &value = {},
        const QString &standard = {})
    {
        m_parser.addOption(QCommandLineOption(name, text, value, standard));
    }
    bool has(const QString &name) const { return m_parser.isSet(name); }
    QString text(const QString &name) const { return m_parser.value(name); }
    /// A number of the option, or a complaint.
    template <typename Number>
    QString number(const QString &name, Number &into, qint64 least, qint64 most) const
    {
        bool isNumber = false;
        const auto value = text(name).toLongLong(&isNumber, 0);
        if (!isNumber || value < least || value > most)
            return QStringLiteral("--%1 is a number from %2 to %3").arg(name).arg(least).arg(most);
        into = static_cast<Number>(value);
        return {};
    }

    QCommandLineParser &m_parser;
};

/// For a kind of target as `tosaic-cli run` names it; null for any other word.
std::unique_ptr<TargetOptions> targetOptions(const QString &kind, QCommandLineParser &parser);

} // namespace tosaic::cli
