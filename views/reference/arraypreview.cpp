// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/reference/arraypreview.h"

#include "core/base/sizestext.h"
#include "core/base/units.h"
#include "views/widgets/building.h"

#include <QFontDatabase>
#include <QLocale>
#include <QPlainTextEdit>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using formats::ArraySummary;
using Number = formats::NpyArray::Number;

constexpr Number ExactLimit = 9e18L; // below 2^63

QString numberText(Number number)
{
    if (std::floor(number) == number && std::fabs(number) < ExactLimit)
        return QLocale().toString(static_cast<qlonglong>(number));
    return QLocale().toString(static_cast<double>(number), 'g', 7);
}

QString shapeText(const std::vector<quint64> &shape)
{
    return shape.empty() ? ArrayPreview::tr("one value") : sizesText(shape, u"\u00d7"_s);
}

QString factsText(const ArraySummary &summary)
{
    QStringList facts{ ArrayPreview::tr("%1, %2", "type and shape of an array")
                           .arg(summary.dtype, shapeText(summary.shape)) };
    if (summary.smallest)
        facts += ArrayPreview::tr("from %1 to %2, mean %3")
                     .arg(numberText(*summary.smallest), numberText(*summary.largest),
                         QLocale().toString(*summary.mean, 'g', 6));
    if (summary.notFinite > 0)
        facts += ArrayPreview::tr("%1 infinite or not a number", "elements")
                     .arg(formatCount(summary.notFinite));
    if (summary.elements > summary.first.size())
        facts += ArrayPreview::tr("the first %1 of %2 values:")
                     .arg(formatCount(summary.first.size()), formatCount(summary.elements));
    return facts.join(u'\n');
}

/// A line for each step of the last dimension, so that the innermost run is read across.
QString valuesText(const ArraySummary &summary)
{
    constexpr std::size_t LongestLine = 16;
    qsizetype width = 0;
    for (const auto &text : summary.first)
        width = std::max(width, text.size());
    const auto innermost = summary.shape.empty() ? 1 : std::max<quint64>(summary.shape.back(), 1);
    const auto across = std::min<std::size_t>(innermost, LongestLine);
    QString lines;
    std::size_t inLine = 0;
    for (std::size_t i = 0; i < summary.first.size(); ++i) {
        if (i > 0) {
            const bool isEnd = inLine == across || i % innermost == 0;
            lines += isEnd ? u'\n' : u' ';
            inLine = isEnd ? 0 : inLine;
        }
        lines += summary.first[i].rightJustified(width);
        ++inLine;
    }
    return lines;
}

} // namespace

ArrayPreview::ArrayPreview(QWidget *parent)
    : QWidget(parent), m_facts(new QLabel(this)), m_values(new QPlainTextEdit(this))
{
    setObjectName(u"referencePreview"_s);
    named(m_facts, u"referenceFacts"_s, tr("What the array is like"), u"muted"_s);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    named(m_values, u"referenceValues"_s, tr("First values of the array"));
    m_values->setReadOnly(true);
    m_values->setTabChangesFocus(true);
    m_values->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_values->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    makeColumn(this, { m_facts, { m_values, 1 } }, 4);
    clear();
}

void ArrayPreview::show(const QString &name, const QString &path)
{
    m_slot.start(
        tr("Reading an array"),
        [path](const JobControl &) -> Result<ArraySummary> {
            const auto source = ByteSource::map(path);
            if (!source)
                return fail(source.error());
            const auto array = formats::NpyArray::read(**source);
            if (!array)
                return fail(array.error());
            return formats::summaryOf(*array, MostValues);
        },
        [this, name](const Result<ArraySummary> &summary) {
            if (summary) {
                showSummary(name, *summary);
                return;
            }
            m_values->clear();
            m_facts->setText(tr("%1 cannot be shown: %2").arg(name, summary.error().detail));
        });
}

void ArrayPreview::showSummary(const QString &name, const ArraySummary &summary)
{
    m_facts->setText(factsText(summary));
    m_values->setPlainText(valuesText(summary));
    m_values->setAccessibleDescription(name);
}

void ArrayPreview::clear()
{
    m_slot.cancel();
    m_facts->setText(tr("Select an array to see its first values."));
    m_values->clear();
}

} // namespace tosaic::views
