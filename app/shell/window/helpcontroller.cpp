// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/menus.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "app/shell/window/settingsdialog.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/searchline.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QObject>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

struct ShortcutRow
{
    QString menu;
    QString action;
    QString keys;
};

class HelpController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::HelpController)
public:
    HelpController(const ShellContext &context, ToolKeeper &tools, QObject *parent = nullptr);

private:
    void showGuide();
    std::vector<ShortcutRow> shortcuts() const;
    void showShortcuts();
    void showAbout();

    ShellContext m_context;
    ToolKeeper &m_tools;
};

} // namespace

namespace {

/// A dialog with a Close button and room above it.
QDialog *makeDialog(QWidget *parent, const QString &name, const QString &title, QVBoxLayout *&room)
{
    auto *dialog = new QDialog(parent);
    dialog->setObjectName(name);
    dialog->setWindowTitle(title);
    dialog->setAccessibleName(title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(dialog);
    room = new QVBoxLayout;
    layout->addLayout(room, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(buttons);
    return dialog;
}

} // namespace

HelpController::HelpController(const ShellContext &context, ToolKeeper &tools, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools)
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"edit.settings"_s,
                    .text = tr("&Settings..."),
                    .iconName = u"configure"_s,
                    .shortcut = QKeySequence(u"Ctrl+,"_s),
                    .tip = tr("Change how Tosaic behaves") },
        [this] { (new SettingsDialog(m_context.session.settings(), &m_context.window))->open(); });
    actions.add({ .id = u"help.guide"_s,
                    .text = tr("&Guide"),
                    .iconName = u"help-contents"_s,
                    .shortcut = QKeySequence::HelpContents,
                    .tip = tr("What Tosaic does, and where") },
        [this] { showGuide(); });
    actions.add({ .id = u"help.shortcuts"_s,
                    .text = tr("&Shortcuts"),
                    .iconName = u"input-keyboard"_s,
                    .shortcut = QKeySequence(u"?"_s),
                    .tip = tr("Show every action with its shortcut") },
        [this] { showShortcuts(); });
    actions.add({ .id = u"help.about"_s,
                    .text = tr("&About Tosaic"),
                    .iconName = u"help-about"_s,
                    .tip = tr("Versions and licence") },
        [this] { showAbout(); });
}

/// Beside the window, which stays in use.
void HelpController::showGuide()
{
    if (auto *open = m_context.window.findChild<QDialog *>(u"guideDialog"_s)) {
        open->raise();
        open->activateWindow();
        return;
    }
    QVBoxLayout *room = nullptr;
    auto *dialog = makeDialog(&m_context.window, u"guideDialog"_s, tr("Guide"), room);
    auto *text = new QTextBrowser(dialog);
    text->setObjectName(u"guideText"_s);
    text->setAccessibleName(tr("Guide"));
    text->setFrameShape(QFrame::NoFrame);
    text->setSource(QUrl(u"qrc:/help/guide.md"_s));
    auto *back = views::makeButton(
        dialog, u"guideBack"_s, tr("Back"), tr("The page before this one (Alt+Left)"));
    back->setEnabled(false);
    connect(text, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(back, &QPushButton::clicked, text, &QTextBrowser::backward);
    room->addWidget(back, 0, Qt::AlignLeft);
    room->addWidget(text);
    text->setFocus();
    dialog->resize(760, 680);
    dialog->show();
}

/// Of all menus, as they stand there.
std::vector<ShortcutRow> HelpController::shortcuts() const
{
    std::vector<ShortcutRow> rows;
    for (const auto &menu : menuTables()) {
        const auto add = [&rows, title = QString(menu.title).remove(u'&')](const QAction *action) {
            if (action && !action->shortcut().isEmpty())
                rows.push_back({ title, plainText(*action),
                    QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText) });
        };
        for (const auto &id : menu.items) {
            add(m_context.actions.action(id));
            if (const auto *submenu = m_context.actions.menu(id))
                std::ranges::for_each(submenu->actions(), add);
        }
    }
    return rows;
}

void HelpController::showShortcuts()
{
    QVBoxLayout *room = nullptr;
    auto *dialog = makeDialog(&m_context.window, u"shortcutsDialog"_s, tr("Shortcuts"), room);
    auto *rows = new views::ColumnModel<ShortcutRow>(
        columnsOf<ShortcutRow>({ { u"menu"_s, tr("Menu"), &ShortcutRow::menu },
            { u"action"_s, tr("Action"), &ShortcutRow::action },
            { u"shortcut"_s, tr("Shortcut"), &ShortcutRow::keys } }),
        dialog);
    rows->set(shortcuts());
    auto *table = new views::DataTable(u"shortcutsTable"_s, tr("Shortcuts"), dialog);
    table->setSortedModel(rows);
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    auto *filter
        = views::named(new views::SearchLine(tr("Filter shortcuts"), dialog), u"shortcutsFilter"_s);
    filter->setTarget(table);
    connect(filter, &QLineEdit::textChanged, table, &views::DataTable::setFilter);
    room->addWidget(filter);
    room->addWidget(table);
    filter->setFocus();
    dialog->resize(520, 640);
    dialog->open();
}

void HelpController::showAbout()
{
    QVBoxLayout *room = nullptr;
    auto *dialog = makeDialog(&m_context.window, u"aboutDialog"_s, tr("About Tosaic"), room);
    auto *icon = new QLabel(dialog);
    icon->setPixmap(QIcon(u":/icons/tosaic.svg"_s).pixmap(64, 64));
    auto *title = new QLabel(tr("Tosaic %1").arg(QCoreApplication::applicationVersion()), dialog);
    title->setProperty("role", u"title"_s);
    QStringList lines{ tr("See, change, compile and measure ExecuTorch models on Arm Ethos-U."),
        tr("Qt %1").arg(QString::fromLatin1(qVersion())) };
    lines += m_tools.versions();
    lines << tr(
        "Licence: GNU General Public License, version 3 or later. It comes without any warranty.");
    auto *text = new QLabel(lines.join(u'\n'), dialog);
    text->setObjectName(u"aboutText"_s);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setWordWrap(true);
    text->setMinimumWidth(420);
    for (auto *label : { icon, title, text })
        room->addWidget(label);
    dialog->open();
}

void addHelp(const ShellContext &context, ToolKeeper &tools)
{
    new HelpController(context, tools, &context.window);
}

} // namespace tosaic::shell
