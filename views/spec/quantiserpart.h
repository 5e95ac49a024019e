// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"
#include "views/spec/modelnames.h"

class QCheckBox;

namespace tosaic::views {

class ChoiceBox;
class OverridesTable;

/// How the model is quantised, and where not as the rest of it.
class QuantiserPart : public FormPart
{
    Q_OBJECT
public:
    explicit QuantiserPart(const Theme &theme, QWidget *parent = nullptr);

    void setNames(const ModelNames &names);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    void changeQuantiser(const QString &key, const std::function<void(spec::Quantizer &)> &edit);

    ChoiceBox *m_scheme;
    ChoiceBox *m_activations;
    QCheckBox *m_perChannel;
    QCheckBox *m_integerIo;
    OverridesTable *m_overrides;
};

} // namespace tosaic::views
