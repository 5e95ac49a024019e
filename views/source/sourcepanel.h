// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/sourcetext.h"
#include "views/source/sourceheat.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSplitter;

namespace tosaic {
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class DataTable;
class SourceEdit;
class StateStack;
class Theme;
template <typename Row>
class ColumnModel;

/// The Python that the model was written in, read only: what is selected leads to its line, a line
/// leads to its operators, and its margin says what they cost. Where the file is not here, or has
/// changed since, it says so and lists what was recorded.
class SourcePanel : public QWidget
{
    Q_OBJECT
public:
    SourcePanel(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~SourcePanel() override;

    /// Knows what operators cost; null: nobody does. It must outlive the panel.
    void setProfile(const ProfileDocument *profile);
    /// Where sources are looked for besides the model's own folder: that of the compiled model.
    void setFolder(const QString &folder);
    /// A line that a problem names, also where no compile or export recorded any. `file` is
    /// relative to the folder.
    void showPlace(const QString &file, int line);

    const std::vector<HeatedLine> &lines() const { return m_lines; }
    const SourceText &text() const { return m_text; }

private:
    QWidget *makeContent();
    void rebuild();
    void showFile(const QString &file);
    void showText();
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    int lineOf(const model::EntityRef &entity) const;
    void chooseLine(int number);
    void chooseRow(int row);
    void select(const HeatedLine &line);
    QString stateSentence() const;

    ModelDocument &m_document;
    SelectionContext &m_selection;
    const Theme &m_theme;
    const ProfileDocument *m_profile = nullptr;
    QString m_folder;
    std::vector<HeatedLine> m_lines;
    QString m_file; ///< as recorded, of what is shown
    int m_askedLine = 0; ///< of `m_file`, to be shown once it is read; 0: none
    SourceText m_text;
    JobSlot m_reading;
    StateStack *m_states = nullptr;
    QComboBox *m_files = nullptr;
    QLabel *m_sentence = nullptr;
    SourceEdit *m_edit = nullptr;
    DataTable *m_table = nullptr;
    ColumnModel<HeatedLine> *m_model = nullptr;
};

} // namespace tosaic::views
