// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "views/quantisation/quantisationpage.h"

#include <QCoreApplication>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

void addQuantisation(const ShellContext &context)
{
    const auto tr = [](const char *text) {
        return QCoreApplication::translate("tosaic::shell::Quantisation", text);
    };
    context.actions.add(
        { .id = u"model.quantisation"_s,
            .text = tr(QT_TRANSLATE_NOOP("tosaic::shell::Quantisation", "&Quantisation")),
            .tip = tr(QT_TRANSLATE_NOOP("tosaic::shell::Quantisation",
                "Type, scale, zero point and range of every value")) },
        [context, page = QPointer<views::QuantisationPage>()]() mutable {
            auto &session = context.session;
            if (!page) {
                page = new views::QuantisationPage(
                    session.model(), session.selection(), session.jobs(), context.theme);
                QObject::connect(page, &views::QuantisationPage::specRequested, &context.requests,
                    &Requests::specWanted);
                QObject::connect(page, &views::QuantisationPage::closeRequested, &context.pages,
                    [&pages = context.pages] { pages.showGraph(); });
            }
            context.pages.showInModel(page);
            context.modes.show(Mode::Model);
        });
}

} // namespace tosaic::shell
