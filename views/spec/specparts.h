// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/formpart.h"
#include "views/spec/modelnames.h"

class QComboBox;

/// The parts of the form whose fields need little besides the table of fields.
namespace tosaic::views {

class FlagEditor;
class KeepList;
class OverridesTable;

/// What Vela is told besides target and memory.
class VelaPart : public FormPart
{
    Q_OBJECT
public:
    explicit VelaPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    void load(const spec::CompileSpec &spec) override;
    QString summary(const spec::CompileSpec &spec) const override;

private:
    FlagEditor *m_flags;
};

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
    ChoiceBox *m_activations;
    ChoiceBox *m_weights;
    ChoiceBox *m_io;
    QCheckBox *m_perChannel;
    OverridesTable *m_overrides;
};

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
    KeepList *m_kept;
    QComboBox *m_kernels;
};

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
    QLineEdit *addNumber(
        const QString &key, const QString &name, const QString &title, const QString &standard);

    QLineEdit *m_tosaSpec;
    std::vector<std::pair<QString, ChoiceBox *>> m_choices; ///< by key
    std::vector<std::pair<QString, QLineEdit *>> m_numbers;
};

/// What the compilers leave behind for whoever looks into them.
class DebugPart : public FormPart
{
    Q_OBJECT
public:
    explicit DebugPart(const Theme &theme, QWidget *parent = nullptr);

protected:
    QString summary(const spec::CompileSpec &spec) const override;

private:
    QComboBox *m_debug;
};

} // namespace tosaic::views
