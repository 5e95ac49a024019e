// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/enginedialog.h"

#include "core/sweep/clusterrun.h"
#include "views/widgets/building.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

const auto Address = u"address"_s; // of a scheduler; others are names of queues

QString kindOf(const QString &engine)
{
    return engine.isEmpty() || !engine.contains("://"_L1) ? engine.section(u':', 0, 0) : Address;
}

QString queueName(const QString &kind)
{
    return kind == "slurm"_L1 ? u"Slurm"_s : kind.toUpper();
}

} // namespace

EngineDialog::EngineDialog(const QString &engine, QWidget *parent)
    : QDialog(parent), m_kind(new QComboBox(this)), m_placeLabel(new QLabel(this)),
      m_place(new QLineEdit(this)), m_note(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    named(this, u"engineDialog"_s, tr("Where sweeps run"));
    setWindowTitle(tr("Where sweeps run"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_buttons->setObjectName(u"engineButtons"_s);
    named(m_kind, u"engineKind"_s, tr("Where the cells are computed"));
    m_kind->addItem(tr("This machine"), QString());
    m_kind->addItem(tr("A Dask scheduler"), Address);
    for (const auto &queue : { u"slurm"_s, u"pbs"_s, u"sge"_s, u"lsf"_s })
        m_kind->addItem(tr("Workers of a queue: %1").arg(queueName(queue)), queue);
    named(m_place, u"enginePlace"_s);
    m_place->setMinimumWidth(320);
    wrapped(named(m_note, u"engineNote"_s, {}, u"muted"_s));
    m_note->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto *form = new QFormLayout;
    form->addRow(tr("&Run on"), m_kind);
    form->addRow(m_placeLabel, m_place);
    makeColumn(this, { form, m_note, m_buttons }, 8, { 16, 12, 16, 12 });
    const auto kind = kindOf(engine);
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(kind)));
    m_place->setText(kind == Address ? engine : engine.section(u':', 1));
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        m_place->clear();
        refresh();
    });
    connect(m_place, &QLineEdit::textChanged, this, &EngineDialog::refresh);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT engineChosen(this->engine());
        accept();
    });
    refresh();
}

QString EngineDialog::engine() const
{
    const auto kind = m_kind->currentData().toString();
    const auto place = m_place->text().trimmed();
    if (kind == Address)
        return place;
    return kind.isEmpty() || place.isEmpty() ? kind : kind + u':' + place;
}

QString EngineDialog::engineText(const QString &engine)
{
    const auto kind = kindOf(engine);
    if (kind.isEmpty())
        return tr("This machine");
    if (kind == Address)
        return engine;
    const auto queue = engine.section(u':', 1);
    return queue.isEmpty() ? queueName(kind) : tr("%1, queue %2").arg(queueName(kind), queue);
}

void EngineDialog::refresh()
{
    const auto kind = m_kind->currentData().toString();
    const bool isAddress = kind == Address;
    m_place->setVisible(!kind.isEmpty());
    m_placeLabel->setVisible(!kind.isEmpty());
    m_placeLabel->setText(isAddress ? tr("Address") : tr("Queue"));
    m_place->setAccessibleName(m_placeLabel->text());
    m_place->setPlaceholderText(
        isAddress ? u"tls://host:8786"_s : tr("empty: the queue's own default"));
    const auto problem = kind.isEmpty() ? QString() : sweep::clusterProblem(engine());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
    m_note->setText(!problem.isEmpty() && !m_place->text().isEmpty() ? problem
            : kind.isEmpty()
            ? tr("Processes of this machine.")
            : tr("The compilers in use need Dask beside them (dask[distributed]). Workers get TOSA "
                 "and arguments, never the code of a model; beyond this machine only encrypted "
                 "lines are used, with the certificates of Dask's own settings."));
}

} // namespace tosaic::views
