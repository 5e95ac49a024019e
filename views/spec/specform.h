// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QScrollArea>

#include <vector>

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class FieldNote;
class FormPart;
class Theme;

/// The compile spec as fields, with what the rule check says beside them.
class SpecForm : public QScrollArea
{
    Q_OBJECT
public:
    SpecForm(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    const std::vector<Diagnostic> &problems() const { return m_problems; }

Q_SIGNALS:
    void checked();

private:
    void refresh();

    SpecDocument &m_document;
    std::vector<FormPart *> m_parts;
    FieldNote *m_general;
    std::vector<Diagnostic> m_problems;
};

} // namespace tosaic::views
