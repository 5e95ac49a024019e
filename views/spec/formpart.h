// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/spec/compilespec.h"
#include "views/spec/fieldnote.h"

#include <QHash>
#include <QWidget>

#include <functional>

class QFormLayout;
class QVBoxLayout;

namespace tosaic::views {

/// A titled group of the spec form. It shows a spec and says which field the user changed; it never
/// keeps a spec itself.
class FormPart : public QWidget
{
    Q_OBJECT
public:
    using Edit = std::function<void(spec::CompileSpec &)>;

    FormPart(const QString &title, const Theme &theme, QWidget *parent = nullptr);

    /// Shows the spec without signalling.
    void showSpec(const spec::CompileSpec &spec);
    void clearNotes();
    /// Shows a problem beside the field it is about; false if the field is not here.
    bool addNote(const Diagnostic &problem, const spec::CompileSpec &spec);

Q_SIGNALS:
    void edited(const tosaic::views::FormPart::Edit &edit);

protected:
    virtual void load(const spec::CompileSpec &spec) = 0;
    /// The one value that fixes a problem, if there is one.
    virtual FieldNote::Fix fixFor(const Diagnostic &problem, const spec::CompileSpec &spec);

    /// A row with its label and a place for notes; `key` is the key of SPEC.json.
    void addField(const QString &key, const QString &label, QWidget *field);
    void setFieldVisible(const QString &key, bool visible);
    void addWide(const QString &key, QWidget *widget);
    /// Passes the change on, unless it comes from showSpec.
    void change(const Edit &edit);
    const Theme &theme() const { return m_theme; }

private:
    const Theme &m_theme;
    QFormLayout *m_form;
    QHash<QString, FieldNote *> m_notes;
    QHash<QString, QVBoxLayout *> m_fields;
    bool m_isShowing = false;
};

} // namespace tosaic::views
