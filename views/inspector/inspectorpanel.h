// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/inspection.h"

#include <QSet>
#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace tosaic {
class ModelDocument;
class ProfileDocument;
class SelectionContext;
}

namespace tosaic::views {

class PayloadBar;
class SectionView;
class StateStack;
class Theme;

/// What is known about the selected thing, in sections that fold and can be copied. Links lead to
/// other things through the selection.
class InspectorPanel : public QWidget
{
    Q_OBJECT
public:
    InspectorPanel(ModelDocument &document, SelectionContext &selection, const Theme &theme,
        QWidget *parent = nullptr);
    ~InspectorPanel() override;

    /// What it says of cycles; null is none. It must outlive the panel.
    void setProfile(ProfileDocument *profile);

    /// What the spec being edited keeps on the CPU: marked before it is compiled.
    void setKept(const spec::KeepOnCpu &kept);

    /// Everything shown, as tab separated text.
    QString text() const;

Q_SIGNALS:
    /// The user wants these on the CPU at the next compile.
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    /// These entries of the spec's keepOnCpu go away.
    void releaseRequested(const tosaic::spec::KeepOnCpu &what);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QWidget *makeHeader();
    QLayout *makePinButtons(QWidget *header);
    void showPins(const Inspection &inspection);
    void onDocumentChanged();
    void onComputed();
    void onProfileChanged();
    void refresh();
    void showEmpty(const QString &title, const QString &text);
    void showInspection(const Inspection &inspection);
    void showSections(const Inspection &inspection);
    void addPayloadBar(SectionView &view, const model::EntityRef &delegate);
    void follow(const model::EntityRef &entity);
    void copy();
    SectionView *sectionAt(const QPoint &position) const;

    ModelDocument &m_document;
    SelectionContext &m_selection;
    ProfileDocument *m_profile = nullptr;
    const Theme &m_theme;
    InspectionContext m_context;
    Inspection m_shown;
    model::EntityRef m_shownEntity;
    QSet<QString> m_folded; ///< ids of sections the user folded
    std::vector<SectionView *> m_views;

    StateStack *m_states;
    QScrollArea *m_scroll;
    QVBoxLayout *m_sections;
    QWidget *m_mark;
    QLabel *m_kind;
    QLabel *m_title;
    QLabel *m_subtitle;
    QPushButton *m_keep;
    QPushButton *m_release;
    QPushButton *m_keepMore;
};

} // namespace tosaic::views
