// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/graph/networkgraph.h"

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

constexpr size_t ListLimit = 16; // elements that are spelled out

QString number(double value)
{
    return QLocale::c().toString(value, 'g', 9);
}

template <typename List, typename Text>
QString listText(const List &list, Text text)
{
    QStringList parts;
    for (const auto &item : list) {
        if (static_cast<size_t>(parts.size()) == ListLimit) {
            parts += u"… %1 in all"_s.arg(formatCount(list.size()));
            break;
        }
        parts += text(item);
    }
    return u"[%1]"_s.arg(parts.join(u", "_s));
}

QString boolText(bool value)
{
    return value ? u"true"_s : u"false"_s;
}

struct AttributeWriter
{
    QString operator()(std::monostate) const { return u"none"_s; }
    QString operator()(bool value) const { return boolText(value); }
    QString operator()(qint64 value) const { return QString::number(value); }
    QString operator()(double value) const { return number(value); }
    QString operator()(const QString &value) const { return value; }
    QString operator()(const std::vector<qint64> &list) const
    {
        return listText(list, [](qint64 v) { return QString::number(v); });
    }
    QString operator()(const std::vector<double> &list) const { return listText(list, number); }
    QString operator()(const std::vector<bool> &list) const { return listText(list, boolText); }
    QString operator()(const std::vector<QString> &list) const
    {
        return listText(list, [](const QString &v) { return v; });
    }
    QString operator()(const QByteArray &bytes) const
    {
        return formatBytes(static_cast<quint64>(bytes.size()));
    }
};

} // namespace

QString tensorText(const model::NetworkTensor &tensor)
{
    const auto type = tensor.type == model::ElementType::Unknown && !tensor.typeText.isEmpty()
        ? tensor.typeText
        : model::elementTypeName(tensor.type);
    if (!tensor.shape)
        return type;
    QStringList sizes;
    for (const auto size : *tensor.shape)
        sizes += size < 0 ? u"?"_s : QString::number(size);
    return sizes.isEmpty() ? u"%1 scalar"_s.arg(type) : u"%1 %2"_s.arg(type, sizes.join(u'x'));
}

QString attributeText(const model::AttributeValue &value)
{
    return std::visit(AttributeWriter(), value);
}

} // namespace tosaic::graph
