// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"
#include "views/debugger/debugsession.h"
#include "views/models/columnmodel.h"
#include "views/widgets/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace tosaic {
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class BytesPane;
class DataTable;
class MapPane;
class StateStack;

/// A command stream of the open file, executed step by step in both directions: its operations
/// with the place where it stands, registers, bytes, feature maps, what the last step changed and
/// what the checks found. Sets the one selection to where it stands and follows it.
class DebuggerPage : public QWidget
{
    Q_OBJECT
public:
    enum class Step
    {
        Operation, ///< over
        Operator, ///< over all operations of the compiler's operator
        Command, ///< into
        BackOperation,
        BackCommand,
        Restart,
        ToSelected, ///< before the operation or command that is selected
        ToDifference, ///< behind the first operation that is not as the reference says
        ToEnd,
        Stop
    };

    DebuggerPage(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~DebuggerPage() override;

    void step(Step step);
    /// Whether that step would do something now.
    bool canStep(Step step) const;
    /// "op:12", "offset:0x40" or "write:1+0x40", as on the command line, or the name of an
    /// operator. What is no place is said and nothing runs.
    void runTo(const QString &place);
    /// What a run of the whole program gave the delegates, by their index: taken at the next
    /// start. Empty: seeded bytes.
    void setInputs(std::map<int, std::vector<QByteArray>> inputs);
    DebugSession &session() { return m_session; }
    /// Of the stream that is open: as they were given, empty where they are seeded.
    std::vector<QByteArray> inputs() const;
    /// Why differenceRequested() could not be answered for what is open; empty: it can.
    void setWhyNoDifference(const QString &why);
    /// Runs behind the operation, and says what is wrong there.
    void showDifference(quint32 operation, const QString &text);
    /// The operator that each operation of the stream that is open belongs to; empty: not known.
    void setOperators(std::vector<QString> names);
    /// In place of where it stands, until the next step.
    void say(const QString &text);

Q_SIGNALS:
    /// canStep() has other answers.
    void stepsChanged();
    void openRequested();
    /// Another stream is open: its operators are not known yet.
    void streamOpened();
    /// The first operation of the stream that is not as the reference says is looked for.
    void differenceRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct OperationRow
    {
        quint32 index = 0;
        QString kind; ///< "CONV", "ELEMENTWISE ADD"
        QString operatorName; ///< of the compiler; empty: not known
        QString shape; ///< of the OFM
        quint32 offset = 0;
        bool isNext = false;
        int checks = 0; ///< what was found there
        std::optional<quint64> saturated; ///< elements of its result at an end of the type
        std::optional<double> used; ///< share of the type's range
        model::EntityRef entity;
    };
    struct RegisterRow
    {
        QString name;
        quint64 value = 0;
        bool isFresh = false; ///< set since the operation before
    };
    struct CheckRow
    {
        quint32 offset = 0;
        QString kind;
        QString text;
        model::EntityRef entity;
    };
    struct ChangeRow
    {
        int region = 0;
        quint64 address = 0;
        quint64 length = 0;
        quint64 differing = 0;
    };

    // debuggerlayout.cpp
    QWidget *makeContent(const Theme &theme);
    QWidget *makeBar();
    QWidget *makePanes(const Theme &theme);
    void fitOperations();

    void listStreams();
    void openStream();
    void showState();
    void showOperations();
    void showPanes();
    void showPlace(bool isReached);
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    std::shared_ptr<const NpuAnalysis> chosen() const;
    void perform(DebugSession::Move move);
    void stepOperator();

    ModelDocument &m_document;
    SelectionContext &m_selection;
    DebugSession m_session;
    std::map<int, std::vector<QByteArray>> m_inputs;
    StateStack *m_states = nullptr;
    QComboBox *m_stream = nullptr;
    QSpinBox *m_seed = nullptr;
    QLineEdit *m_target = nullptr;
    QLabel *m_place = nullptr;
    std::map<Step, QPushButton *> m_buttons;
    ColumnModel<OperationRow> *m_operations = nullptr;
    ColumnModel<RegisterRow> *m_registers = nullptr;
    ColumnModel<CheckRow> *m_checks = nullptr;
    ColumnModel<ChangeRow> *m_changes = nullptr;
    DataTable *m_operationTable = nullptr;
    DataTable *m_registerTable = nullptr;
    DataTable *m_checkTable = nullptr;
    DataTable *m_changeTable = nullptr;
    QTabWidget *m_panes = nullptr;
    MapPane *m_maps = nullptr;
    BytesPane *m_bytes = nullptr;
    std::vector<QString> m_operators; ///< by operation; empty: not known
    QString m_whyNoDifference;
    QString m_difference; ///< said when the run stands there
    std::optional<model::EntityRef> m_selected; ///< operation or command of the stream
    bool m_isStale = true; ///< opens when it is looked at
};

} // namespace tosaic::views
