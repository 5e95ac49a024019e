// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/partitionpart.h"

#include "views/spec/keeplist.h"

#include <QCheckBox>
#include <QComboBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

PartitionPart::PartitionPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Partition"), theme, parent),
      m_delegate(new QCheckBox(tr("Give operators to the NPU"), this)),
      m_kept(new KeepList(theme.codeFont(), this)), m_kernels(new QComboBox(this))
{
    setObjectName(u"partitionPart"_s);
    m_delegate->setObjectName(u"specDelegate"_s);
    addField(u"delegate"_s, tr("Delegate"), m_delegate);
    addField(u"partition"_s, tr("Kept on the CPU"), m_kept,
        Reset{ [](const auto &s) { return !s.keepOnCpu.isEmpty(); },
            [](auto &s) { s.keepOnCpu = {}; } });
    m_kernels->setObjectName(u"specCpuKernels"_s);
    m_kernels->setFocusPolicy(Qt::StrongFocus);
    m_kernels->addItems({ tr("Portable (default)"), tr("Cortex-M (CMSIS-NN)") });
    addField(u"cpuKernels"_s, tr("CPU kernels"), m_kernels,
        Reset{ [](const auto &s) { return s.cpuKernels != spec::CpuKernels::Portable; },
            [](auto &s) { s.cpuKernels = spec::CpuKernels::Portable; } });
    connect(m_delegate, &QCheckBox::toggled, this, [this](bool on) {
        change(u"delegate"_s, [on](spec::CompileSpec &s) { s.delegate = on; });
    });
    connect(m_kept, &KeepList::edited, this, [this](const spec::KeepOnCpu &kept) {
        change(u"partition"_s, [kept](spec::CompileSpec &s) { s.keepOnCpu = kept; });
    });
    connect(m_kernels, &QComboBox::activated, this, [this](int index) {
        change(u"cpuKernels"_s,
            [index](spec::CompileSpec &s) { s.cpuKernels = static_cast<spec::CpuKernels>(index); });
    });
}

void PartitionPart::setNames(const ModelNames &names)
{
    m_kept->setNames(names);
}

void PartitionPart::load(const spec::CompileSpec &spec)
{
    m_delegate->setChecked(spec.delegate);
    m_kept->setKept(spec.keepOnCpu);
    m_kernels->setCurrentIndex(static_cast<int>(spec.cpuKernels));
}

QString PartitionPart::summary(const spec::CompileSpec &spec) const
{
    const auto &kept = spec.keepOnCpu;
    const auto rules = static_cast<int>(
        kept.nodes.size() + kept.operators.size() + kept.modules.size() + kept.patterns.size());
    const auto kernels = m_kernels->itemText(static_cast<int>(spec.cpuKernels));
    if (!spec.delegate)
        return tr("Everything stays on the CPU · %1").arg(kernels);
    if (rules == 0)
        return tr("The NPU gets what it can run");
    return tr("%n rule(s) keep operators on the CPU", nullptr, rules) + u" · "_s + kernels;
}

} // namespace tosaic::views
