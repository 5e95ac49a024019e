// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"
#include "views/spec/modelnames.h"

class QCheckBox;
class QComboBox;

namespace tosaic::views {

class ChoiceBox;
class KeepList;

/// What the NPU gets, and what computes the rest.
class PartitionPart : public FormPart
{
    Q_OBJECT
public:
    explicit PartitionPart(const Theme &theme, QWidget *parent = nullptr);

    void setNames(const ModelNames &names);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    QCheckBox *m_delegate;
    KeepList *m_kept;
    QComboBox *m_kernels;
};

} // namespace tosaic::views
