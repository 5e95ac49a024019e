// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/sizestext.h"
#include "core/model/network.h"

#include <QJsonArray>
#include <QJsonValue>
#include <QLocale>

#include <map>

/// Small parts that descriptions of files are made of. Labels come as QT_TRANSLATE_NOOP
/// ("Description", "...").
namespace tosaic::inspect {

DescriptionFact fact(const char *label, const QString &value);
DescriptionTable::Column column(const char *title, bool isNumber = false);
DescriptionSection section(const char *title);
/// Adds a row, or counts it as omitted when the table is long enough for people.
void addRow(DescriptionTable &table, const QStringList &row);

/// English: output for scripts and people alike must not depend on the machine's language.
const QLocale &outputLocale();
/// "96 bytes", with a rounded form where that helps: "364.6 KiB (373,328 bytes)".
QString bytesText(quint64 count);
QString countText(quint64 count);
/// What is not there where a cell needs something.
QString orDash(const QString &text);
/// "input: INT8 [1, 49, 10, 1]"; only type and shape without a name.
QString namedTensorText(const QString &name, const QString &type, const QString &shape);

/// The same of a tensor; empty for an index of none.
QString networkTensorText(const model::Subgraph &subgraph, qint32 index);
/// Operators of a subgraph by type: "CONV_2D" -> 5.
std::map<QString, qint64> operatorCounts(const model::Subgraph &subgraph);

/// Commands of an Ethos-U payload that start work, in the words that .pte, .tflite and .npz share.
struct CommandTexts
{
    QString operations; ///< "58 (CONV 16, POOL 3)": what computes
    QString transfers; ///< "15": DMA; empty if there are none
    QString waits; ///< "22 (DMA_WAIT 15, KERNEL_WAIT 7)"; empty if there are none
};
CommandTexts commandTexts(const model::EthosUPayload &payload);
/// What a payload was compiled for, does and needs, of .tflite and .npz alike; what is not known is
/// left out.
DescriptionSection payloadSection(const char *title, const model::EthosUPayload &payload);
/// Whether bytes are UTF-8 that can be printed; line breaks and tabs may be in it.
bool isPlainText(const QByteArray &bytes);
/// A name of the file, cut where only a hostile one would go on.
QString nameText(const QString &name);

/// "[1, 49, 10, 1]".
template <typename List>
QString shapeText(const List &shape)
{
    return u'[' + sizesText(shape, QStringLiteral(", ")) + u']';
}

/// JSON has no infinities: those are texts.
QJsonValue realToJson(double number);

/// Bounds the JSON of one file: parts of a FlatBuffer may be shared, so a small hostile file could
/// ask for any amount of text. Real files stay far below.
class JsonRoom
{
public:
    static constexpr qint64 Characters = qint64(64) << 20;

    bool take(qint64 characters)
    {
        m_left -= characters + 32;
        return m_left >= 0;
    }

private:
    qint64 m_left = Characters;
};

} // namespace tosaic::inspect
