// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/programfacts.h"

#include "core/formats/exported/arguments.h"
#include "core/formats/exported/programgraphs.h"

#include <QJsonArray>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr int MostEntries = 200; ///< operator sets or symbols that are listed

/// "1..10"; a bound that the file leaves open is left out.
QString rangeText(const QJsonValue &range)
{
    const auto bound = [](const QJsonValue &value) {
        return value.isDouble() ? QString::number(value.toInteger()) : QString();
    };
    return bound(range[u"min_val"_s]) + u".."_s + bound(range[u"max_val"_s]);
}

} // namespace

void addProgramFacts(model::Network &network, const QJsonObject &program, const QString &prefix)
{
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            network.metadata.emplace_back(prefix + name, text);
    };
    add(u"Schema version"_s, schemaVersion(program));
    add(u"PyTorch version"_s, program[u"torch_version"_s].toString());
    add(u"Dialect"_s, program[u"dialect"_s].toString());
    QStringList verifiers;
    for (const auto &verifier : program[u"verifiers"_s].toArray())
        verifiers << verifier.toString();
    add(u"Verifiers"_s, verifiers.join(u", "_s));
    const auto opsets = program[u"opset_version"_s].toObject();
    int left = MostEntries;
    for (auto it = opsets.begin(); it != opsets.end() && left-- > 0; ++it)
        add(u"Operator set "_s + it.key(), jsonText(*it));
    const auto symbols = program[u"range_constraints"_s].toObject();
    left = MostEntries;
    for (auto it = symbols.begin(); it != symbols.end() && left-- > 0; ++it)
        add(u"Range of "_s + it.key(), rangeText(*it));
}

} // namespace tosaic::formats
