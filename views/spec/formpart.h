// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "core/spec/ruletable.h"
#include "core/spec/specdefaults.h"
#include "core/spec/specfields.h"
#include "views/spec/choicebox.h"
#include "views/widgets/theme.h"

#include <QHash>
#include <QWidget>

#include <functional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace tosaic::views {

class FieldNote;
class UndoKeys;

/// A titled group of the spec form that folds to one line. It shows a spec and says which field the
/// user changed; it never keeps a spec itself.
class FormPart : public QWidget
{
    Q_OBJECT
public:
    using Edit = std::function<void(spec::CompileSpec &)>;

    FormPart(const QString &title, const Theme &theme, QWidget *parent = nullptr);

    /// Shows the spec without signalling.
    void showSpec(const spec::CompileSpec &spec);
    /// What the tools fill in for the fields that the spec leaves out.
    void showDefaults(
        const std::vector<spec::SilentDefault> &defaults, const spec::CompileSpec &spec);
    /// Shows those that are about fields of this part, and returns the others.
    std::vector<spec::RuleHit> takeHits(const std::vector<spec::RuleHit> &hits);

    /// Whether the key, or what it is a part of, has a field here.
    bool hasField(const QString &key) const { return !fieldKey(key).isEmpty(); }
    /// Unfolds and puts the focus there. The widget to scroll to; null if it is not here.
    QWidget *goTo(const QString &key);

    /// What the Tab key goes through, in the order in which it is seen.
    QList<QWidget *> tabOrder() const;

    bool isFolded() const;
    void setFolded(bool folded);
    /// Labels stand above their fields, which then need less width.
    void setNarrow(bool narrow);
    /// What a form of one column with labels beside its fields needs, px.
    static int wideEnough();

Q_SIGNALS:
    /// `isTyping`: a piece of a longer edit of this key.
    void edited(const tosaic::views::FormPart::Edit &edit, const QString &key, bool isTyping);
    /// The focus left a field that is typed into.
    void typingEnded();
    void fixRequested(const tosaic::spec::RuleHit &hit);

protected:
    /// What the editors of addLine() and its siblings do not show.
    virtual void load(const spec::CompileSpec &) { }
    /// What is in here, for the folded title.
    virtual QString summary(const spec::CompileSpec &spec) const = 0;

    enum class Reset
    {
        None,
        Offered ///< a button leaves the field to the tools again
    };
    /// A row with its label, what the default is, and a place for notes; `key` is the key of
    /// SPEC.json.
    void addField(
        const QString &key, const QString &label, QWidget *field, Reset reset = Reset::Offered);
    /// The same with an editor of its own that shows the field and changes it. An empty line and
    /// the first entry of a choice leave it to the tools.
    QLineEdit *addLine(const QString &key, const QString &label, const QString &name,
        const QString &placeholder = {});
    ChoiceBox *addChoice(const QString &key, const QString &label, const QString &name,
        ChoiceBox::Names names = ChoiceBox::Names::Listed);
    QCheckBox *addSwitch(const QString &key, const QString &label, const QString &name,
        const QString &text, Reset reset = Reset::Offered);
    /// `texts`: what the choices of the field are called, in their order.
    QComboBox *addList(
        const QString &key, const QString &label, const QString &name, const QStringList &texts);
    /// A line of a field that is more than the line.
    void bind(QLineEdit *line, const QString &key);

    struct Chooser
    {
        QString name; ///< of the button
        QString accessibleName;
        QString dialogName;
        QString title;
        QString filter = {}; ///< empty: a folder is chosen
    };
    /// A line for a path with a button that asks for it.
    QWidget *withChooser(QLineEdit *line, const Chooser &chooser);
    void setFieldVisible(const QString &key, bool visible);
    /// Passes the change on, unless it comes from showSpec.
    void change(const QString &key, const Edit &edit);
    void changeTyping(const QString &key, const Edit &edit);
    /// Undefined: leaves the field to the tools.
    void changeTo(const QString &key, const QJsonValue &value, bool isTyping = false);
    const Theme &theme() const { return m_theme; }
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field
    {
        QWidget *widget = nullptr;
        QWidget *focus = nullptr; ///< the part of it that is typed into
        QWidget *row = nullptr;
        QLabel *fallback = nullptr;
        QToolButton *resetButton = nullptr;
        FieldNote *note = nullptr;
        Reset reset = Reset::None;
    };
    QWidget *makeFieldRow(const QString &key, const QString &label, Field &field);
    void watchField(QWidget *widget);
    FieldNote *makeNote(const QString &key);
    void makeReset(const QString &key, Field &field);
    QString fieldKey(const QString &key) const;
    void showTitle();

    const Theme &m_theme;
    QString m_title;
    QString m_summary;
    QToolButton *m_heading;
    QLabel *m_summaryLabel;
    QWidget *m_body;
    QVBoxLayout *m_rows;
    UndoKeys *m_undoKeys;
    QHash<QString, Field> m_fields;
    QStringList m_order; ///< keys as added
    std::vector<std::function<void(const spec::CompileSpec &)>> m_editors; ///< show a spec
    bool m_isShowing = false;
};

} // namespace tosaic::views
