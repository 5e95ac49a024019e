// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/model/entityref.h"
#include "views/widgets/navigable.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace tosaic {
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class HexView;
class StateStack;
class Theme;

/// The bytes of the open file, following the selection: payload block, constant, segment, header or
/// any byte range.
class HexPanel : public QWidget, public Searchable
{
    Q_OBJECT
public:
    HexPanel(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~HexPanel() override;

    /// Scrolls to a range and marks it.
    void showRange(const model::ByteRange &range);
    bool openFind() override;

private:
    QWidget *makeBar();
    QWidget *makeStatus();
    void onDocumentChanged();
    void followSelection(const model::EntityRef &entity);
    void goTo();
    void find(bool forward);
    void showFound(std::optional<quint64> at, quint64 length);
    void copyHex();
    void copyCArray();
    QByteArrayView bytesToCopy();
    void updateStatus();
    void say(const QString &text, bool isProblem);

    ModelDocument &m_document;
    SelectionContext &m_selection;
    const Theme &m_theme;
    JobSlot m_search;

    StateStack *m_states;
    HexView *m_view;
    QLineEdit *m_offset;
    QLineEdit *m_needle;
    QComboBox *m_kind;
    QLabel *m_message;
    QLabel *m_position;
    QLabel *m_numbers;
};

} // namespace tosaic::views
