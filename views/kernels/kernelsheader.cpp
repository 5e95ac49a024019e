// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsheader.h"

#include "views/kernels/kernelwords.h"
#include "views/widgets/partslabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

KernelsHeader::KernelsHeader(QWidget *parent)
    : QFrame(parent), m_title(new QLabel(this)), m_origin(new QLabel(this)),
      m_methods(new QComboBox(this)), m_parts(new PartsLabel(this)), m_warning(new QLabel(this)),
      m_relation(new QLabel(this))
{
    setObjectName(u"kernelsHeader"_s);
    setProperty("role", u"bar"_s);
    m_title->setObjectName(u"kernelsTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_origin->setObjectName(u"kernelsOrigin"_s);
    m_origin->setProperty("role", u"muted"_s);
    m_origin->setAccessibleName(tr("Origin of the times"));
    m_methods->setObjectName(u"kernelsMethod"_s);
    m_methods->setAccessibleName(tr("Method"));
    m_parts->setObjectName(u"kernelsFacts"_s);
    m_warning->setObjectName(u"kernelsWarning"_s);
    m_warning->setWordWrap(true);
    m_relation->setObjectName(u"kernelsRelation"_s);
    m_relation->setProperty("role", u"muted"_s);
    m_relation->setWordWrap(true);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_title);
    top->addWidget(m_origin);
    top->addStretch(1);
    top->addWidget(m_methods);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_parts);
    layout->addWidget(m_warning);
    layout->addWidget(m_relation);
    connect(m_methods, &QComboBox::activated, this, &KernelsHeader::methodChosen);
}

void KernelsHeader::show(const KernelsSubject &subject, size_t method)
{
    const auto &shown = subject.profile.methods[method];
    m_title->setText(methodTitle(shown));
    m_origin->setText(subject.origin ? originTag(*subject.origin) : tr("origin not stated"));
    m_parts->setParts(headerParts(subject, shown));
    showMethods(subject, method);
    showNotes(subject, shown);
}

void KernelsHeader::showMethods(const KernelsSubject &subject, size_t method)
{
    const QSignalBlocker quiet(m_methods);
    m_methods->clear();
    const auto &methods = subject.profile.methods;
    for (size_t i = 0; i < methods.size(); ++i)
        m_methods->addItem(
            methods[i].name.isEmpty() ? tr("Method %1 of the dump").arg(i + 1) : methods[i].name);
    m_methods->setCurrentIndex(static_cast<int>(method));
    m_methods->setVisible(methods.size() > 1);
}

void KernelsHeader::showNotes(const KernelsSubject &subject, const profile::MethodProfile &method)
{
    QStringList notes;
    const bool hasKernels = std::ranges::any_of(method.rows,
        [](const profile::KernelRow &row) { return row.kind == profile::KernelKind::Kernel; });
    if (hasKernels && subject.origin == Origin::ThisMachine)
        notes += tr("Host CPU, portable kernels: these times estimate nothing on a device.");
    if (method.executions.empty())
        notes += tr("All executions of this method were warm-up, so there are no times.");
    else if (method.rows.empty())
        notes += tr("Only the method was recorded, not its instructions.");
    if (const auto changed = method.changedOutputs(); changed > 0)
        notes += tr("%n output(s) of the program differ between executions.", nullptr,
            static_cast<int>(changed));
    for (const auto &problem : subject.profile.diagnostics) {
        if (problem.id == "kernels.untimed"_L1)
            notes += tr("Some events end before they start and have no time.");
    }
    m_warning->setText(notes.join(u' '));
    m_warning->setVisible(!notes.isEmpty());
    m_relation->setText(relationSentence(subject));
}

} // namespace tosaic::views
