// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"

class QLineEdit;

namespace tosaic::views {

class ChoiceBox;

/// How ExecuTorch rewrites operators on their way to TOSA.
class PassPart : public FormPart
{
    Q_OBJECT
public:
    explicit PassPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    using Text = std::optional<QString> spec::PassPipeline::*;
    using Number = std::optional<double> spec::PassPipeline::*;
    void addChoice(const QString &key, const QString &label, ChoiceBox *box, const QString &name,
        Text member, const QStringList &values);
    QWidget *makeInfinities();
    void connectNumber(QLineEdit *line, const QString &name, const QString &title, Number member);

    ChoiceBox *m_softmax;
    ChoiceBox *m_leakyRelu;
    ChoiceBox *m_guard;
    QLineEdit *m_negative;
    QLineEdit *m_positive;
    QLineEdit *m_tosaSpec;
};

} // namespace tosaic::views
