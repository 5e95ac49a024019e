// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsheader.h"

#include "views/kernels/kernelwords.h"
#include "views/widgets/building.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

KernelsHeader::KernelsHeader(QWidget *parent)
    : QFrame(parent), m_title(new QLabel(this)), m_origin(new QLabel(this)),
      m_warmupsLabel(new QLabel(tr("&Warm-ups to leave out"), this)), m_warmups(new QSpinBox(this)),
      m_methods(new QComboBox(this)), m_parts(new PartsLabel(this)),
      m_warning(new WrappedLabel(this)), m_relation(new WrappedLabel(this))
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
    m_warmups->setObjectName(u"kernelsWarmups"_s);
    m_warmups->setAccessibleName(tr("First executions that are left out as warm-up"));
    m_warmups->setToolTip(
        tr("The first executions are often slower. They stay in the file, but not in times, shares "
           "and comparisons of this run."));
    m_warmups->setKeyboardTracking(false);
    m_warmups->setFocusPolicy(Qt::StrongFocus); // not changed by a wheel that passes
    m_warmupsLabel->setBuddy(m_warmups);
    m_parts->setObjectName(u"kernelsFacts"_s);
    m_warning->setObjectName(u"kernelsWarning"_s);
    m_relation->setObjectName(u"kernelsRelation"_s);
    m_relation->setProperty("role", u"muted"_s);
    auto *top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_title);
    top->addWidget(m_origin);
    top->addStretch(1);
    top->addWidget(m_warmupsLabel);
    top->addWidget(m_warmups);
    top->addWidget(m_methods);
    auto *layout = makeColumn(this, {}, 4, { 12, 8, 12, 8 });
    layout->addLayout(top);
    layout->addWidget(m_parts);
    layout->addWidget(m_warning);
    layout->addWidget(m_relation);
    connect(m_warmups, &QSpinBox::valueChanged, this, &KernelsHeader::warmupsStated);
    connect(m_methods, &QComboBox::activated, this, &KernelsHeader::methodChosen);
}

void KernelsHeader::show(const KernelsSubject &subject, size_t method)
{
    const auto &shown = subject.profile.methods[method];
    m_title->setText(methodTitle(shown));
    m_origin->setText(subject.origin ? originTag(*subject.origin) : tr("origin not stated"));
    m_parts->setParts(headerParts(subject, shown));
    showMethods(subject, method);
    showWarmups(subject);
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

/// A run on this machine says itself which they were.
void KernelsHeader::showWarmups(const KernelsSubject &subject)
{
    size_t executions = 0;
    size_t warmups = 0;
    for (const auto &method : subject.profile.methods) {
        executions += method.executions.size();
        warmups += method.warmups.size();
    }
    const QSignalBlocker quiet(m_warmups);
    m_warmups->setRange(0, static_cast<int>(executions + warmups) - 1);
    m_warmups->setValue(static_cast<int>(warmups));
    for (QWidget *widget :
        { static_cast<QWidget *>(m_warmupsLabel), static_cast<QWidget *>(m_warmups) })
        widget->setVisible(!subject.host && executions + warmups > 1);
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
