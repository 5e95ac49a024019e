// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/storedialog.h"

#include "core/teamstore/storeaddress.h"
#include "views/widgets/building.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

StoreDialog::StoreDialog(const QString &address, QWidget *parent)
    : QDialog(parent), m_chosen(address), m_address(new QLineEdit(address, this)),
      m_note(makeText(this, u"storeNote"_s, u"muted"_s)), m_state(makeText(this, u"storeState"_s)),
      m_use(makeButton(this, u"storeUse"_s, tr("&Use this store"))),
      m_sync(makeButton(this, u"storeSync"_s, tr("&Send and fetch now")))
{
    named(this, u"storeDialog"_s, tr("Team's store"));
    setWindowTitle(tr("Team's store"));
    setAttribute(Qt::WA_DeleteOnClose);
    named(m_address, u"storeAddress"_s, tr("Address of the team's store"));
    m_address->setPlaceholderText(u"postgresql://host/database"_s);
    m_address->setMinimumWidth(420);
    auto *form = new QFormLayout;
    form->addRow(tr("&Address"), m_address);
    m_note->setMinimumHeight(4 * fontMetrics().lineSpacing());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->setObjectName(u"storeButtons"_s);
    makeColumn(this,
        { form, m_note, makeRow(nullptr, { m_use, m_sync, stretch(1) }), m_state, stretch(1),
            buttons },
        8, { 16, 12, 16, 12 });
    m_use->setAutoDefault(false);
    m_sync->setAutoDefault(false);
    connect(m_address, &QLineEdit::textChanged, this, &StoreDialog::refresh);
    connect(m_use, &QPushButton::clicked, this, [this] {
        const auto text = m_address->text().trimmed();
        const auto read = teamstore::readStoreAddress(text);
        m_chosen = text.isEmpty() || !read ? QString() : read->toText();
        m_address->setText(m_chosen);
        refresh();
        Q_EMIT addressChosen(m_chosen);
    });
    connect(m_sync, &QPushButton::clicked, this, &StoreDialog::syncRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void StoreDialog::setState(const QString &text, bool isBusy)
{
    m_state->setText(text);
    m_isBusy = isBusy;
    refresh();
}

void StoreDialog::refresh()
{
    const auto text = m_address->text().trimmed();
    const auto read = teamstore::readStoreAddress(text);
    const bool isFine = text.isEmpty() || read;
    m_use->setEnabled(isFine && text != m_chosen);
    m_use->setText(text.isEmpty() ? tr("&Use no store") : tr("&Use this store"));
    m_sync->setEnabled(!m_isBusy && !m_chosen.isEmpty() && text == m_chosen);
    m_note->setText(!isFine ? read.error().detail
                            : tr("A PostgreSQL server where a team keeps compiles, runs and cells "
                                 "of sweeps together; \"tosaic-cli store init\" makes a store. The "
                                 "workspace is your copy and works without a network, too. The "
                                 "password is that of ~/.pgpass or of the desktop's keyring; "
                                 "beyond this machine only encrypted "
                                 "lines with a checked certificate are used."));
}

} // namespace tosaic::views
