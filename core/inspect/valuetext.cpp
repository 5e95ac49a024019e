// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/valuetext.h"

#include <QLocale>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

constexpr size_t ListLimit = 64; // elements of a list that are spelled out

QString boolText(bool flag)
{
    return flag ? u"True"_s : u"False"_s;
}

template <typename List, typename Text>
QString listText(const List &list, Text text)
{
    QStringList parts;
    for (const auto item : list) {
        if (static_cast<size_t>(parts.size()) == ListLimit) {
            parts.append(u"…"_s);
            break;
        }
        parts.append(text(item));
    }
    return u"[%1]"_s.arg(parts.join(u", "_s));
}

class ValueWriter
{
public:
    ValueWriter(const model::Method &method, const TensorText &tensorText)
        : m_method(method), m_tensorText(tensorText)
    {
    }

    QString operator()(model::NullValue) const { return u"None"_s; }
    QString operator()(qint64 number) const { return QString::number(number); }
    QString operator()(bool flag) const { return boolText(flag); }
    QString operator()(double number) const { return shortNumber(number); }
    QString operator()(const model::Tensor &tensor) const { return m_tensorText(tensor); }
    QString operator()(const QString &text) const { return u"\"%1\""_s.arg(text); }
    QString operator()(const model::IntList &list) const
    {
        return listText(list.values, [&](qint64 index) {
            const auto number = integerAt(m_method, index);
            return number ? QString::number(*number) : u"?"_s;
        });
    }
    QString operator()(const std::vector<double> &list) const
    {
        return listText(list, shortNumber);
    }
    QString operator()(const std::vector<bool> &list) const { return listText(list, boolText); }
    QString operator()(const model::TensorList &list) const { return tensors(list.values); }
    QString operator()(const model::OptionalTensorList &list) const { return tensors(list.values); }

private:
    QString tensors(const std::vector<qint32> &indices) const
    {
        return listText(indices, [&](qint32 index) {
            if (index < 0)
                return u"None"_s;
            const auto *tensor = m_method.tensor(index);
            return tensor ? m_tensorText(*tensor) : u"?"_s;
        });
    }

    const model::Method &m_method;
    const TensorText &m_tensorText;
};

} // namespace

QString shortNumber(double number)
{
    return QLocale::c().toString(number, 'g', 9);
}

std::optional<qint64> integerAt(const model::Method &method, qint64 valueIndex)
{
    if (valueIndex < 0 || static_cast<size_t>(valueIndex) >= method.values.size())
        return {};
    const auto *number = std::get_if<qint64>(&method.values[static_cast<size_t>(valueIndex)]);
    return number ? std::optional(*number) : std::nullopt;
}

QString valueText(
    const model::Method &method, const model::Value &value, const TensorText &tensorText)
{
    return std::visit(ValueWriter(method, tensorText), value);
}

} // namespace tosaic::inspect
