// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/commandpalette.h"

#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int PaletteWidth = 620; // px
constexpr int PaletteHeight = 420; // px
constexpr int ShownLimit = 200; // entries; more typed letters leave fewer
constexpr int IndexRole = Qt::UserRole + 1; ///< of the entry

/// Text at the left, detail in muted text at the right.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const auto detail = index.data(Qt::UserRole).toString();
        painter->save();
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(option.palette.color(
            isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText));
        const auto area = option.rect.adjusted(option.rect.width() / 2, 0, -8, 0);
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight,
            option.fontMetrics.elidedText(detail, Qt::ElideMiddle, area.width()));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        auto size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(28);
        return size;
    }
};

/// How well an entry fits: lower is better, -1 not at all.
int rank(const PaletteEntry &entry, const QStringList &words)
{
    int result = 0;
    for (const auto &word : words) {
        const auto at = entry.text.indexOf(word, 0, Qt::CaseInsensitive);
        if (at == 0) // the whole text before one that only begins so
            result += entry.text.size() == word.size() ? 0 : 1;
        else if (at > 0)
            result += 10;
        else if (entry.detail.contains(word, Qt::CaseInsensitive))
            result += 100;
        else if (entry.words.contains(word, Qt::CaseInsensitive))
            result += 300;
        else
            return -1;
    }
    return entry.isEnabled ? result : result + 10'000; // what cannot be run now comes last
}

} // namespace

CommandPalette::CommandPalette(
    std::vector<PaletteEntry> entries, const QString &placeholder, QWidget *window)
    : QFrame(window), m_entries(std::move(entries)), m_line(new QLineEdit(this)),
      m_list(new QListView(this)), m_nothing(new QLabel(this)),
      m_model(new QStandardItemModel(this))
{
    setObjectName(u"commandPalette"_s);
    setAccessibleName(tr("Command palette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("role", u"card"_s);
    setAutoFillBackground(true);
    auto *shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 6);
    shadow->setColor(QColor(0, 0, 0, 90));
    setGraphicsEffect(shadow);

    m_line->setObjectName(u"paletteLine"_s);
    m_line->setPlaceholderText(placeholder);
    m_line->setAccessibleName(placeholder);
    m_line->installEventFilter(this);
    m_list->setObjectName(u"paletteList"_s);
    m_list->setAccessibleName(tr("What fits"));
    m_list->setModel(m_model);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_nothing->setObjectName(u"paletteNothing"_s);
    m_nothing->setProperty("role", u"muted"_s);
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_nothing->setContentsMargins(8, 8, 8, 8);
    m_nothing->setWordWrap(true);
    connect(m_list, &QListView::clicked, this, [this] { runCurrent(); });
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::filter);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    layout->addWidget(m_nothing, 1);
    filter({});
    place();
    window->installEventFilter(this);
    show();
    raise();
    m_line->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const auto area = parentWidget()->rect();
    const int width = std::min(PaletteWidth, area.width() - 32);
    const int height = std::min(PaletteHeight, area.height() - 96);
    setGeometry((area.width() - width) / 2, 64, width, height);
}

void CommandPalette::filter(const QString &text)
{
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, size_t>> fitting;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        if (const int r = rank(m_entries[i], words); r >= 0)
            fitting.emplace_back(r, i);
    }
    std::stable_sort(fitting.begin(), fitting.end(),
        [](const auto &a, const auto &b) { return a.first < b.first; });
    m_model->clear();
    for (const auto &[r, i] : fitting) {
        if (m_model->rowCount() >= ShownLimit)
            break;
        auto *item = new QStandardItem(m_entries[i].text);
        item->setData(m_entries[i].detail, Qt::UserRole);
        item->setData(static_cast<qulonglong>(i), IndexRole);
        item->setEnabled(m_entries[i].isEnabled);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
    m_list->setVisible(!fitting.empty());
    m_nothing->setVisible(fitting.empty());
    m_nothing->setText(m_entries.empty()
            ? m_line->placeholderText()
            : tr("Nothing here has %1 in its name. Fewer or other words may find it.")
                  .arg(text.trimmed()));
    m_nothing->setAccessibleName(m_nothing->text());
}

QStringList CommandPalette::shown() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row)
        texts << m_model->item(row)->text();
    return texts;
}

void CommandPalette::runCurrent()
{
    const auto index = m_list->currentIndex();
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEnabled))
        return;
    const auto run = m_entries[index.data(IndexRole).toULongLong()].run;
    close();
    if (run)
        run();
}

bool CommandPalette::eventFilter(QObject *object, QEvent *event)
{
    if (object == parent() && event->type() == QEvent::Resize)
        place();
    if (object != m_line)
        return QFrame::eventFilter(object, event);
    if (event->type() == QEvent::FocusOut) {
        close();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Down:
    case Qt::Key_Up: {
        const int step = key->key() == Qt::Key_Down ? 1 : -1;
        const int row = std::clamp(
            m_list->currentIndex().row() + step, 0, std::max(0, m_model->rowCount() - 1));
        m_list->setCurrentIndex(m_model->index(row, 0));
        return true;
    }
    default:
        return false;
    }
}

} // namespace tosaic::shell
