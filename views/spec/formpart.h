// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/compilespec.h"
#include "core/spec/ruletable.h"
#include "core/spec/specdefaults.h"
#include "views/widgets/theme.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
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
    virtual void load(const spec::CompileSpec &spec) = 0;
    /// What is in here, for the folded title.
    virtual QString summary(const spec::CompileSpec &spec) const = 0;

    /// How a field is left to the tools again.
    struct Reset
    {
        std::function<bool(const spec::CompileSpec &)> isSet;
        Edit reset;
    };
    /// A row with its label, what the default is, and a place for notes; `key` is the key of
    /// SPEC.json.
    void addField(
        const QString &key, const QString &label, QWidget *field, std::optional<Reset> reset = {});
    void setFieldVisible(const QString &key, bool visible);
    /// Passes the change on, unless it comes from showSpec.
    void change(const QString &key, const Edit &edit);
    void changeTyping(const QString &key, const Edit &edit);
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
        std::optional<Reset> reset;
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
    bool m_isShowing = false;
};

} // namespace tosaic::views
