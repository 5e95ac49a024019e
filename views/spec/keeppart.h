// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QVBoxLayout;

namespace tosaic::views {

/// What stays on the CPU, one removable row an entry.
class KeepPart : public FormPart
{
    Q_OBJECT
public:
    explicit KeepPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;

private:
    using List = QStringList spec::KeepOnCpu::*;
    void addRows(const spec::KeepOnCpu &kept, List list, const QString &kind);

    spec::KeepOnCpu m_shown;
    bool m_isFilled = false;
    QWidget *m_rows;
    QVBoxLayout *m_layout;
};

} // namespace tosaic::views
