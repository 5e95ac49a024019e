// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/pinmenu.h"

#include "views/models/pinwords.h"

#include <QCoreApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype NamedEntries = 3;

QString actionName(const analysis::PinChoice &choice)
{
    using Part = analysis::PinChoice::Part;
    switch (choice.part) {
    case Part::Operator:
        return u"keepThis"_s;
    case Part::Kind:
        return u"keepOperatorKind"_s;
    case Part::Module:
        return u"keepModule-"_s + choice.name;
    case Part::SourceLine:
        return u"keepLine"_s;
    case Part::Island:
        return u"keepIsland"_s;
    case Part::Neighbours:
        return u"keepNeighbours"_s;
    }
    return {};
}

QString entriesText(const spec::KeepOnCpu &rules)
{
    auto entries = pinTexts(rules);
    if (entries.size() > NamedEntries)
        entries = entries.mid(0, NamedEntries) << u"…"_s;
    return entries.join(u", "_s);
}

} // namespace

void addPinChoices(
    QMenu &menu, const std::vector<analysis::PinChoice> &choices, const PinHandler &keep)
{
    for (const auto &choice : choices) {
        auto *action
            = menu.addAction(pinChoiceText(choice), &menu, [keep, pin = choice.pin] { keep(pin); });
        action->setObjectName(actionName(choice));
        action->setEnabled(choice.operators > 0);
    }
}

void addPinRelease(QMenu &menu, const spec::KeepOnCpu &held, const PinHandler &release)
{
    if (held.isEmpty())
        return;
    const auto text
        = QCoreApplication::translate("PinMenu", "Let the NPU have it again (removes %1)");
    menu.addAction(text.arg(entriesText(held)), &menu, [release, held] { release(held); })
        ->setObjectName(u"release"_s);
}

} // namespace tosaic::views
