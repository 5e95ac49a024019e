// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tools/approvalsdialog.h"

#include "core/base/approvals.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

QString kindWord(TrustSubject::Kind kind)
{
    switch (kind) {
    case TrustSubject::Kind::Interpreter:
        return ApprovalsDialog::tr("Python of tools");
    case TrustSubject::Kind::Command:
        return ApprovalsDialog::tr("Command");
    case TrustSubject::Kind::Connection:
        return ApprovalsDialog::tr("Connection");
    case TrustSubject::Kind::Model:
        return ApprovalsDialog::tr("Model that runs code");
    case TrustSubject::Kind::OutputFolder:
        return ApprovalsDialog::tr("Folder for intermediate files");
    case TrustSubject::Kind::Setting:
        return ApprovalsDialog::tr("Written here");
    }
    return {};
}

} // namespace

ApprovalsDialog::ApprovalsDialog(Approvals &approvals, QWidget *parent)
    : QDialog(parent), m_approvals(approvals), m_list(new QTreeWidget(this)),
      m_withdraw(new QPushButton(tr("&Withdraw"), this))
{
    setObjectName(u"approvalsDialog"_s);
    setWindowTitle(tr("Approved programs"));
    setAccessibleName(windowTitle());
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 360);
    auto *words = new QLabel(
        tr("Files of other people may start, connect to or write only what stands here. "
           "Each is approved with its content: when that changes, you are asked again."),
        this);
    words->setWordWrap(true);
    m_list->setObjectName(u"approvalsList"_s);
    m_list->setAccessibleName(windowTitle());
    m_list->setHeaderLabels({ tr("Kind"), tr("What"), tr("Since") });
    m_list->setRootIsDecorated(false);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    auto *where = new QLabel(tr("Kept in %1").arg(m_approvals.path()), this);
    where->setProperty("role", u"muted"_s);
    where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_withdraw->setObjectName(u"approvalsWithdraw"_s);
    m_withdraw->setAccessibleName(tr("Withdraw the chosen approvals"));
    buttons->addButton(m_withdraw, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_list, 1);
    layout->addWidget(where);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_withdraw, &QPushButton::clicked, this, &ApprovalsDialog::withdraw);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this,
        [this] { m_withdraw->setEnabled(!m_list->selectedItems().isEmpty()); });
    fill();
}

void ApprovalsDialog::fill()
{
    m_list->clear();
    for (const auto &[id, subject, when] : m_approvals.list()) {
        auto *item = new QTreeWidgetItem(m_list,
            { kindWord(subject.kind), shownText(subject),
                QLocale().toString(when.toLocalTime(), QLocale::ShortFormat) });
        item->setData(0, Qt::UserRole, id);
        item->setToolTip(1, u"<qt>%1</qt>"_s.arg(shownText(subject).toHtmlEscaped()));
    }
    m_withdraw->setEnabled(false);
}

void ApprovalsDialog::withdraw()
{
    for (const auto *item : m_list->selectedItems()) {
        const auto done = m_approvals.withdraw(item->data(0, Qt::UserRole).toString());
        if (!done)
            qWarning("%s", qPrintable(done.error().toText()));
    }
    fill(); // what could not be withdrawn stays in it
    Q_EMIT withdrawn();
}

} // namespace tosaic::shell
