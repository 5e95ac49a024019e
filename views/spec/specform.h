// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"
#include "views/spec/formpart.h"
#include "views/spec/modelnames.h"

#include <QScrollArea>

#include <vector>

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class FieldNote;
class PartitionPart;
class QuantiserPart;
class TargetPart;
class Theme;

/// The compile spec as fields, with what the rules say beside them.
class SpecForm : public QScrollArea
{
    Q_OBJECT
public:
    SpecForm(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    const std::vector<spec::RuleHit> &hits() const;
    /// What the ini file of the spec defines; null while it is not known.
    const spec::IniFacts *iniFacts() const;
    void setNames(const ModelNames &names);
    /// Unfolds, scrolls and puts the focus there; false if no field has that key.
    bool showField(const QString &key);

Q_SIGNALS:
    /// The form shows the hits that were found anew.
    void checked();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addPart(FormPart *part, bool isFolded = false);
    void refresh();
    void showHits();
    void apply(const FormPart::Edit &edit, const QString &key, bool isTyping);

    SpecDocument &m_document;
    std::vector<FormPart *> m_parts;
    TargetPart *m_target;
    QuantiserPart *m_quantiser;
    PartitionPart *m_partition;
    FieldNote *m_general;
    QWidget *m_body;
};

} // namespace tosaic::views
