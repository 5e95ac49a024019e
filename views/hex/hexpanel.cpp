// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/hexpanel.h"

#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/canvas/hexview.h"
#include "views/hex/bytetext.h"
#include "views/hex/entitybytes.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/statestack.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr quint64 CopyLimit = 1 << 20; // bytes as text on the clipboard

} // namespace

HexPanel::HexPanel(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme)
{
    setObjectName(u"hexPanel"_s);
    setAccessibleName(tr("Hex"));
    auto *content = new QWidget(this);
    m_view = new HexView(theme, content);
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeBar());
    rows->addWidget(m_view, 1);
    rows->addWidget(makeStatus());
    m_states = new StateStack(content, this);
    m_states->setMinimumWidth(240); // narrower than the toolbar: a dock decides
    fillWith(this, m_states);

    const auto shortcut = [this](const QKeySequence &keys, auto action) {
        auto *made = new QShortcut(keys, this);
        made->setContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QShortcut::activated, this, action);
    };
    shortcut(Qt::CTRL | Qt::Key_G, [this] {
        m_offset->setFocus();
        m_offset->selectAll();
    });
    shortcut(QKeySequence::FindNext, [this] { find(true); });
    shortcut(QKeySequence::FindPrevious, [this] { find(false); });
    shortcut(QKeySequence::Copy, [this] { copyHex(); });
    connect(m_view, &HexView::selectionChanged, this, &HexPanel::updateStatus);
    connect(&document, &ModelDocument::changed, this, &HexPanel::onDocumentChanged);
    connect(&document, &ModelDocument::streamsChanged, this, [this] {
        if (m_selection.current().isPartOfStream())
            followSelection(m_selection.current());
    });
    connect(&selection, &SelectionContext::changed, this, &HexPanel::followSelection);
    onDocumentChanged();
}

HexPanel::~HexPanel() = default;

QWidget *HexPanel::makeBar()
{
    auto *bar = barIn(this);
    m_offset = named(new QLineEdit(bar), u"hexOffset"_s, tr("Go to offset"));
    m_offset->setPlaceholderText(tr("Go to offset (0x…)"));
    m_offset->setMaximumWidth(150);
    connect(m_offset, &QLineEdit::returnPressed, this, &HexPanel::goTo);
    m_kind = named(new QComboBox(bar), u"hexFindKind"_s, tr("Find as"));
    m_kind->addItems({ tr("Text"), tr("Hex") });
    m_needle = named(new QLineEdit(bar), u"hexFind"_s, tr("Find bytes"));
    m_needle->setPlaceholderText(tr("Find text or bytes"));
    m_needle->setMinimumWidth(90);
    m_needle->setMaximumWidth(260);
    m_needle->setClearButtonEnabled(true);
    connect(m_needle, &QLineEdit::returnPressed, this, [this] { find(true); });
    auto *previous = iconButton(bar, u"hexFindPrevious"_s, u"go-up"_s, tr("Find previous"));
    auto *next = iconButton(bar, u"hexFindNext"_s, u"go-down"_s, tr("Find next"));
    connect(previous, &QToolButton::clicked, this, [this] { find(false); });
    connect(next, &QToolButton::clicked, this, [this] { find(true); });
    m_message = named(new QLabel(bar), u"hexMessage"_s);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *copyHexButton = iconButton(bar, u"hexCopyHex"_s, u"edit-copy"_s, tr("Copy as hex"));
    copyHexButton->setText(tr("Hex"));
    auto *copyCButton = iconButton(bar, u"hexCopyC"_s, u"edit-copy"_s, tr("Copy as C array"));
    copyCButton->setText(tr("C array"));
    for (auto *button : { copyHexButton, copyCButton })
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(copyHexButton, &QToolButton::clicked, this, &HexPanel::copyHex);
    connect(copyCButton, &QToolButton::clicked, this, &HexPanel::copyCArray);
    auto *row = makeRow(bar, {}, 4, { 8, 4, 8, 4 });
    for (auto *widget :
        std::initializer_list<QWidget *>{ m_offset, m_kind, m_needle, previous, next })
        row->addWidget(widget);
    row->addWidget(m_message, 1);
    row->addWidget(copyHexButton);
    row->addWidget(copyCButton);
    return bar;
}

bool HexPanel::openFind()
{
    m_needle->setFocus(Qt::ShortcutFocusReason);
    m_needle->selectAll();
    return m_needle->hasFocus(); // not while the panel is empty
}

QWidget *HexPanel::makeStatus()
{
    auto *status = barIn(this);
    m_position = named(new QLabel(status), u"hexPosition"_s);
    m_numbers = named(new ElidedLabel(status), u"hexNumbers"_s);
    for (auto *label : { m_position, m_numbers }) {
        label->setProperty("role", u"muted"_s);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_numbers->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = makeRow(status, {}, 16, { 8, 4, 8, 4 });
    row->addWidget(m_position);
    row->addWidget(m_numbers, 1);
    return status;
}

void HexPanel::onDocumentChanged()
{
    m_search.cancel();
    const auto source = m_document.source();
    m_view->setSource(source);
    say({}, false);
    if (!source) {
        m_states->showEmpty({ .iconName = u"application-octet-stream"_s,
            .title = tr("No bytes to show"),
            .text = tr("Open a model: its bytes stand here, with what you select marked.") });
        return;
    }
    m_states->showContent();
    followSelection(m_selection.current());
}

void HexPanel::followSelection(const model::EntityRef &entity)
{
    if (!m_document.source())
        return;
    if (const auto range = bytesOf(m_document, entity))
        return showRange(*range);
    m_view->setMarked({});
    updateStatus();
}

void HexPanel::showRange(const model::ByteRange &range)
{
    m_view->setMarked(range);
    m_view->setSelection(range.offset, 0);
    m_view->scrollTo(range.offset);
    updateStatus();
}

void HexPanel::say(const QString &text, bool isProblem)
{
    m_message->setText(text);
    auto palette = this->palette();
    palette.setColor(
        QPalette::WindowText, isProblem ? m_theme.colors().worse : m_theme.colors().mutedText);
    m_message->setPalette(palette);
    m_message->setToolTip(text);
}

void HexPanel::goTo()
{
    const auto offset = parseOffset(m_offset->text());
    const auto *source = m_view->source();
    if (!source)
        return;
    if (!offset)
        return say(tr("Not a number: write 496 or 0x1f0"), true);
    if (*offset >= source->size())
        return say(
            tr("Behind the end: the last offset is 0x%1").arg(source->size() - 1, 0, 16), true);
    say({}, false);
    m_view->setSelection(*offset, 1);
    m_view->scrollTo(*offset);
    m_view->setFocus();
}

void HexPanel::find(bool forward)
{
    const auto source = m_document.source();
    const auto needle = parseNeedle(m_needle->text(), m_kind->currentIndex() == 1);
    if (!source)
        return;
    if (!needle)
        return say(m_needle->text().isEmpty() ? tr("Write what to find")
                                              : tr("Hex digits come in pairs: 43 4f 50 31"),
            true);
    const auto selection = m_view->selection();
    const auto from = static_cast<qsizetype>(selection.offset);
    const auto length = static_cast<quint64>(needle->size());
    say(tr("Searching…"), false);
    using Answer = Result<std::optional<quint64>>;
    m_search.start(
        tr("Searching bytes"),
        [source, needle = *needle, from, forward, moved = selection.size > 0](
            JobControl) -> Answer {
            const auto bytes = source->bytes();
            auto at = forward ? bytes.indexOf(needle, from + (moved ? 1 : 0))
                : from > 0    ? bytes.lastIndexOf(needle, from - 1)
                              : qsizetype(-1);
            if (at < 0) // from the other end
                at = forward ? bytes.indexOf(needle) : bytes.lastIndexOf(needle);
            return at < 0 ? std::optional<quint64>() : std::optional(static_cast<quint64>(at));
        },
        [this, length](Answer answer) { showFound(answer ? *answer : std::nullopt, length); });
}

void HexPanel::showFound(std::optional<quint64> at, quint64 length)
{
    if (!at)
        return say(tr("Not found"), true);
    say(tr("Found at 0x%1").arg(*at, 0, 16), false);
    m_view->setSelection(*at, length);
    m_view->scrollTo(*at);
}

QByteArrayView HexPanel::bytesToCopy()
{
    const auto *source = m_view->source();
    if (!source)
        return {};
    auto range = m_view->selection().size ? m_view->selection() : m_view->marked();
    if (range.size > CopyLimit) {
        say(tr("Only the first %1 were copied").arg(formatBytes(CopyLimit)), true);
        range.size = CopyLimit;
    }
    const auto bytes = source->slice(range.offset, range.size);
    return bytes ? *bytes : QByteArrayView();
}

void HexPanel::copyHex()
{
    if (const auto bytes = bytesToCopy(); !bytes.isEmpty())
        QApplication::clipboard()->setText(hexText(bytes));
}

void HexPanel::copyCArray()
{
    if (const auto bytes = bytesToCopy(); !bytes.isEmpty())
        QApplication::clipboard()->setText(cArrayText(bytes));
}

void HexPanel::updateStatus()
{
    const auto *source = m_view->source();
    auto range = m_view->selection().size ? m_view->selection() : m_view->marked();
    if (!source || range.offset >= source->size() || range.size == 0) {
        m_position->setText(source ? formatBytes(source->size()) : QString());
        m_numbers->clear();
        return;
    }
    m_position->setText(tr("0x%1 (%2), %3 bytes")
                            .arg(QString::number(range.offset, 16), formatCount(range.offset),
                                formatCount(range.size)));
    const auto rest = std::min<quint64>(8, source->size() - range.offset);
    const auto bytes = source->slice(range.offset, rest);
    if (!bytes)
        return;
    const auto seen = interpret(*bytes);
    const QLocale locale;
    QStringList parts;
    if (seen.u8)
        parts.append(u"u8 %1"_s.arg(locale.toString(*seen.u8)));
    if (seen.u16)
        parts.append(u"u16 %1"_s.arg(locale.toString(*seen.u16)));
    if (seen.u32) {
        parts.append(u"u32 %1"_s.arg(locale.toString(*seen.u32)));
        parts.append(u"i32 %1"_s.arg(locale.toString(*seen.i32)));
        parts.append(u"f32 %1"_s.arg(static_cast<double>(*seen.f32), 0, 'g', 7));
    }
    m_numbers->setText(parts.join(u"   "_s));
    m_numbers->setToolTip(
        tr("Little-endian, from the first selected byte") + u'\n' + parts.join(u'\n'));
}

} // namespace tosaic::views
