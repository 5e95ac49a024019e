// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspectorpanel.h"

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "views/inspector/facts.h"
#include "views/inspector/payloadbar.h"
#include "views/inspector/sectionview.h"
#include "views/models/placementwords.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/building.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/pinmenu.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NarrowestDock = 240; // px

/// Colour and shape of a placement, as in the graph's legend.
class PlacementMark : public QWidget
{
public:
    PlacementMark(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
    {
        setObjectName(u"inspectorMark"_s);
        setFixedSize(14, 14);
    }
    void setPlacement(graph::Placement placement)
    {
        m_placement = placement;
        setVisible(placement != graph::Placement::Unknown);
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintPlacementMark(painter, QRectF(2, 2, 10, 10), m_placement, m_theme.colors());
    }

private:
    const Theme &m_theme;
    graph::Placement m_placement = graph::Placement::Unknown;
};

QLabel *makeLabel(QWidget *parent, const QString &name, const QString &role)
{
    auto *label = makeText(parent, name, role);
    label->setContextMenuPolicy(Qt::NoContextMenu);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

/// Long names break after their separators.
QString breakable(const QString &text)
{
    auto out = text;
    for (const auto &separator : { u"::"_s, u"."_s, u"_"_s, u"/"_s })
        out.replace(separator, separator + QChar(0x200B));
    return out;
}

} // namespace

InspectorPanel::InspectorPanel(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme)
{
    setObjectName(u"inspectorPanel"_s);
    setAccessibleName(tr("Inspector"));
    auto *content = new QWidget(this);
    auto *contentLayout = makeColumn(content, {}, 0);
    contentLayout->addWidget(makeHeader());
    m_scroll = new QScrollArea(content);
    m_scroll->setObjectName(u"inspectorScroll"_s);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setMinimumHeight(1); // in a low dock the title is whole, the rest is scrolled
    auto *inner = new QWidget;
    inner->setObjectName(u"inspectorSections"_s);
    m_sections = new QVBoxLayout(inner);
    m_sections->setContentsMargins(12, 8, 12, 12);
    m_sections->setSpacing(4);
    m_scroll->setWidget(inner);
    contentLayout->addWidget(m_scroll);
    m_states = new StateStack(content, this);
    m_states->setMinimumWidth(NarrowestDock);
    auto *layout = makeColumn(this, {}, -1);
    layout->addWidget(m_states);

    auto *copyKey = new QShortcut(QKeySequence::Copy, this);
    copyKey->setContext(Qt::WidgetWithChildrenShortcut);
    connect(copyKey, &QShortcut::activated, this, &InspectorPanel::copy);
    connect(&document, &ModelDocument::changed, this, &InspectorPanel::onDocumentChanged);
    connect(&document, &ModelDocument::streamsChanged, this, &InspectorPanel::onComputed);
    connect(&document, &ModelDocument::relationsChanged, this, &InspectorPanel::onComputed);
    connect(&selection, &SelectionContext::changed, this, &InspectorPanel::refresh);
    onDocumentChanged();
    onComputed();
}

InspectorPanel::~InspectorPanel() = default;

QWidget *InspectorPanel::makeHeader()
{
    auto *header = new QFrame(this);
    header->setObjectName(u"inspectorHeader"_s);
    header->setProperty("role", u"bar"_s);
    m_mark = new PlacementMark(m_theme, header);
    m_kind = makeLabel(header, u"inspectorKind"_s, u"muted"_s);
    m_title = makeLabel(header, u"inspectorTitle"_s, u"title"_s);
    m_subtitle = makeLabel(header, u"inspectorSubtitle"_s, u"muted"_s);
    auto *kindRow = new QHBoxLayout;
    kindRow->setSpacing(6);
    kindRow->addWidget(m_mark);
    kindRow->addWidget(m_kind, 1);
    auto *layout = new QVBoxLayout(header);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(kindRow);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addLayout(makePinButtons(header));
    return header;
}

QLayout *InspectorPanel::makePinButtons(QWidget *header)
{
    m_keep = makeButton(header, u"inspectorKeepOnCpu"_s, tr("Keep on CPU"));
    m_keep->setToolTip(tr("At the next compile this operator stays on the CPU"));
    connect(m_keep, &QPushButton::clicked, this, [this] {
        if (m_shown.keep)
            Q_EMIT keepOnCpuRequested(*m_shown.keep);
    });
    m_release = makeButton(header, u"inspectorRelease"_s, tr("Let the NPU have it"));
    m_release->setToolTip(tr("Removes what keeps this operator on the CPU from the spec"));
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (!m_shown.held.isEmpty())
            Q_EMIT releaseRequested(m_shown.held);
    });
    m_keepMore = makeButton(header, u"inspectorKeepMore"_s, tr("Keep more"));
    m_keepMore->setToolTip(tr("Kind, module, source line or partition of this operator"));
    m_keepMore->setMenu(new QMenu(m_keepMore));
    auto *row = new FlowLayout;
    for (auto *button : { m_keep, m_release, m_keepMore })
        row->addWidget(button);
    return row;
}

void InspectorPanel::showPins(const Inspection &inspection)
{
    m_keep->setVisible(inspection.keep.has_value());
    m_release->setVisible(!inspection.held.isEmpty());
    m_keepMore->setVisible(inspection.keepMore.size() > 1);
    auto *menu = m_keepMore->menu();
    menu->clear();
    addPinChoices(*menu, inspection.keepMore,
        [this](const spec::KeepOnCpu &what) { Q_EMIT keepOnCpuRequested(what); });
}

void InspectorPanel::setKept(const spec::KeepOnCpu &kept)
{
    m_context.kept = kept;
    refresh();
}

void InspectorPanel::onDocumentChanged()
{
    const auto kept = m_context.kept;
    m_context = { .path = m_document.path(),
        .program = m_document.program(),
        .result = m_document.compileResult(),
        .network = m_document.network(),
        .description = m_document.description(),
        .source = m_document.source(),
        .kept = kept };
    refresh();
}

void InspectorPanel::onComputed()
{
    m_context.join = m_document.join();
    m_context.streams = m_document.streams();
    m_context.related = m_document.relatedNetworks();
    refresh();
}

void InspectorPanel::setProfile(ProfileDocument *profile)
{
    if (m_profile)
        m_profile->disconnect(this);
    m_profile = profile;
    if (m_profile)
        connect(m_profile, &ProfileDocument::changed, this, &InspectorPanel::onProfileChanged);
    onProfileChanged();
}

void InspectorPanel::onProfileChanged()
{
    m_context.profile = m_profile ? m_profile->subject() : nullptr;
    refresh();
}

void InspectorPanel::refresh()
{
    if (m_document.isEmpty())
        return showEmpty(tr("Nothing to inspect yet"),
            tr("Open a model, then select an operator, a tensor or a delegate: what is known "
               "about it stands here."));
    const auto inspection = inspect(m_context, m_selection.current());
    if (!inspection)
        return showEmpty(tr("Not in this model"),
            tr("The selected thing is not part of what is open. Select something in the outline "
               "or the graph."));
    showInspection(*inspection);
}

void InspectorPanel::showEmpty(const QString &title, const QString &text)
{
    m_shown = {};
    m_states->showEmpty({ .iconName = u"document-properties"_s, .title = title, .text = text });
    // A dock may be narrower than the text would like to be.
    if (auto *label = m_states->findChild<QLabel *>(u"emptyText"_s))
        label->setMinimumWidth(0);
}

void InspectorPanel::showInspection(const Inspection &inspection)
{
    const bool isSame = m_shownEntity == m_selection.current() && m_states->isContentShown();
    // Opening a file tells of it several times over. The bytes of a payload are not compared.
    if (isSame && inspection == m_shown && !inspection.payloadOf)
        return;
    const int position = isSame ? m_scroll->verticalScrollBar()->value() : 0;
    m_shown = inspection;
    m_shownEntity = m_selection.current();
    const auto hasPlacement = inspection.placement != graph::Placement::Unknown;
    static_cast<PlacementMark *>(m_mark)->setPlacement(inspection.placement);
    m_kind->setText(hasPlacement
            ? tr("%1, %2").arg(inspection.kind, placementWord(inspection.placement))
            : inspection.kind);
    m_title->setText(breakable(inspection.title));
    m_subtitle->setText(breakable(inspection.subtitle));
    m_subtitle->setVisible(!inspection.subtitle.isEmpty());
    showPins(inspection);
    showSections(inspection);
    m_states->showContent();
    m_scroll->verticalScrollBar()->setValue(position);
}

void InspectorPanel::showSections(const Inspection &inspection)
{
    // At once: the window is laid out anew for each part that appears in sight.
    auto *inner = m_scroll->widget();
    const bool isSeen = inner->isVisible();
    // Else it would go on to whatever comes next in the window, where keys mean something else.
    if (const auto *focused = focusWidget(); focused && inner->isAncestorOf(focused))
        m_scroll->setFocus();
    if (isSeen)
        inner->hide();
    while (auto *item = m_sections->takeAt(0)) {
        if (auto *widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // a link of it may be what brought us here
        }
        delete item;
    }
    m_views.clear();
    for (const auto &section : inspection.sections) {
        auto *view = new SectionView(section, m_theme, inner);
        if (section.hasPayloadBar && inspection.payloadOf)
            addPayloadBar(*view, *inspection.payloadOf);
        view->setFolded(m_folded.contains(section.id));
        connect(view, &SectionView::linkActivated, this, &InspectorPanel::follow);
        connect(view, &SectionView::foldedChanged, this, [this, id = section.id](bool folded) {
            if (folded)
                m_folded.insert(id);
            else
                m_folded.remove(id);
        });
        m_sections->addWidget(view);
        view->show();
        m_views.push_back(view);
    }
    m_sections->addStretch(1);
    if (isSeen)
        inner->show();
    m_sections->activate(); // nothing jumps
}

void InspectorPanel::addPayloadBar(SectionView &view, const model::EntityRef &owner)
{
    const auto *delegate = m_context.delegate(owner);
    if (!delegate || !delegate->ethosu)
        return;
    auto *bar = new PayloadBar(m_theme, &view);
    bar->setSegments(PayloadSegments::of(*delegate->ethosu, delegate->data.size));
    const auto &current = m_selection.current();
    if (current.kind == model::EntityRef::Kind::PayloadBlock)
        bar->setSelectedBlock(current.subIndex);
    connect(bar, &PayloadBar::blockClicked, this, [this, owner](int block) {
        follow(model::EntityRef::payloadBlock(owner.method, owner.index, block));
    });
    view.addPicture(bar);
}

void InspectorPanel::follow(const model::EntityRef &entity)
{
    m_selection.select(entity, this);
}

QString InspectorPanel::text() const
{
    QStringList parts{ u"%1\t%2"_s.arg(m_shown.kind, m_shown.title) };
    if (!m_shown.subtitle.isEmpty())
        parts.append(m_shown.subtitle);
    for (const auto *view : m_views)
        parts.append(view->text());
    return parts.join(u"\n\n"_s);
}

void InspectorPanel::copy()
{
    for (const auto *view : m_views) {
        const auto *text = view->findChild<QTextBrowser *>();
        if (text && text->hasFocus() && text->textCursor().hasSelection())
            return QApplication::clipboard()->setText(text->textCursor().selection().toPlainText());
    }
    for (const auto *label : { m_title, m_subtitle, m_kind }) {
        if (label->hasSelectedText())
            return QApplication::clipboard()->setText(label->selectedText().remove(QChar(0x200B)));
    }
    QApplication::clipboard()->setText(text());
}

SectionView *InspectorPanel::sectionAt(const QPoint &position) const
{
    for (auto *view : m_views) {
        if (view->rect().contains(view->mapFrom(this, position)))
            return view;
    }
    return nullptr;
}

void InspectorPanel::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_states->isContentShown())
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(u"inspectorMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &InspectorPanel::copy);
    if (const auto *view = sectionAt(event->pos()))
        menu->addAction(tr("Copy section \"%1\"").arg(view->section().title), this,
            [text = view->text()] { QApplication::clipboard()->setText(text); });
    menu->addAction(
        tr("Copy everything"), this, [this] { QApplication::clipboard()->setText(text()); });
    menu->popup(event->globalPos());
}

} // namespace tosaic::views
