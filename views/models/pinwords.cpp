// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/pinwords.h"

#include <QCoreApplication>

namespace tosaic::views {

namespace {

struct PinTexts
{
    Q_DECLARE_TR_FUNCTIONS(PinWords)
};

} // namespace

QStringList pinTexts(const spec::KeepOnCpu &kept)
{
    QStringList texts;
    for (const auto &node : kept.nodes)
        texts << PinTexts::tr("operator %1").arg(node);
    for (const auto &module : kept.modules)
        texts << PinTexts::tr("module %1").arg(module);
    for (const auto &kind : kept.operators)
        texts << PinTexts::tr("every %1").arg(kind);
    for (const auto &pattern : kept.patterns)
        texts << PinTexts::tr("names like %1").arg(pattern);
    return texts;
}

QString pinStateText(analysis::PinState state)
{
    using State = analysis::PinState;
    switch (state) {
    case State::Kept:
        return PinTexts::tr("Kept on the CPU by you");
    case State::Pending:
        return PinTexts::tr("On the CPU from the next compile on");
    case State::Released:
        return PinTexts::tr("Back to the NPU at the next compile");
    case State::None:
        break;
    }
    return {};
}

QString pinChoiceText(const analysis::PinChoice &choice)
{
    using Part = analysis::PinChoice::Part;
    const int count = choice.operators;
    switch (choice.part) {
    case Part::Operator:
        return PinTexts::tr("This operator: %1").arg(choice.name);
    case Part::Kind:
        return PinTexts::tr("Every %1 (%n operator(s))", nullptr, count).arg(choice.name);
    case Part::Module:
        return PinTexts::tr("Module %1 (%n operator(s))", nullptr, count).arg(choice.name);
    case Part::SourceLine:
        return PinTexts::tr("Source line %1 (%n operator(s))", nullptr, count).arg(choice.name);
    case Part::Island:
        return PinTexts::tr("Partition %1 (%n operator(s))", nullptr, count).arg(choice.name);
    case Part::Neighbours:
        return PinTexts::tr("Partition %1 and its neighbours (%n operator(s))", nullptr, count)
            .arg(choice.name);
    }
    return {};
}

} // namespace tosaic::views
