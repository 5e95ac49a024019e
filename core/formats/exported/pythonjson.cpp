// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/pythonjson.h"

#include <QJsonDocument>

#include <array>
#include <limits>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

/// One pass over the text before it is parsed: counts what parsing would allocate and finds words
/// that Qt's parser does not know.
class Scan
{
public:
    struct Word
    {
        qsizetype at;
        qsizetype size;
    };

    Scan(QByteArrayView text, const JsonLimits &limits) : m_text(text), m_limits(limits) { }

    /// Empty, or which limit was met.
    QString run()
    {
        for (qsizetype at = 0; at < m_text.size(); ++at) {
            switch (m_text[at]) {
            case '"':
                at = endOfString(at + 1);
                break;
            case '{':
            case '[':
                ++m_containers;
                ++m_depth;
                break;
            case '}':
            case ']':
                --m_depth;
                break;
            case ',':
            case ':':
                ++m_values;
                break;
            case 'N':
            case 'I':
            case '-':
                at += takeWord(at);
                break;
            default:
                break;
            }
            if (m_depth > m_limits.depth)
                return u"JSON nested deeper than %1"_s.arg(m_limits.depth);
            if (m_values > m_limits.values)
                return u"JSON of more than %1 values"_s.arg(m_limits.values);
            if (m_containers > m_limits.containers)
                return u"JSON of more than %1 objects and arrays"_s.arg(m_limits.containers);
        }
        return {};
    }

    const std::vector<Word> &words() const { return m_words; }

private:
    qsizetype endOfString(qsizetype at) const
    {
        while (at < m_text.size() && m_text[at] != '"')
            at += m_text[at] == '\\' ? 2 : 1;
        return at;
    }

    /// How many bytes to go on.
    qsizetype takeWord(qsizetype at)
    {
        static constexpr std::array<QByteArrayView, 3> Words{ "NaN", "Infinity", "-Infinity" };
        for (const auto word : Words) {
            if (m_text.sliced(at).startsWith(word)) {
                m_words.push_back({ at, word.size() });
                return word.size() - 1;
            }
        }
        return 0;
    }

    QByteArrayView m_text;
    JsonLimits m_limits;
    quint64 m_values = 0;
    quint64 m_containers = 0;
    int m_depth = 0;
    std::vector<Word> m_words;
};

/// The words in double quotes.
QByteArray quoted(QByteArrayView text, const std::vector<Scan::Word> &words)
{
    QByteArray result;
    result.reserve(text.size() + qsizetype(words.size()) * 2);
    qsizetype done = 0;
    for (const auto &word : words) {
        result += text.sliced(done, word.at - done);
        result += '"';
        result += text.sliced(word.at, word.size);
        result += '"';
        done = word.at + word.size;
    }
    result += text.sliced(done);
    return result;
}

} // namespace

Result<QJsonObject> readPythonJson(
    QByteArrayView text, const Location &where, const JsonLimits &limits)
{
    if (quint64(text.size()) > limits.bytes)
        return fail(ErrorCode::LimitExceeded,
            u"%1 bytes of JSON, the limit is %2"_s.arg(text.size()).arg(limits.bytes), where);
    Scan scan(text, limits);
    if (const auto met = scan.run(); !met.isEmpty())
        return fail(ErrorCode::LimitExceeded, met + u" is refused"_s, where);
    QJsonParseError problem;
    const auto document = QJsonDocument::fromJson(scan.words().empty()
            ? QByteArray::fromRawData(text.data(), text.size())
            : quoted(text, scan.words()),
        &problem);
    if (problem.error != QJsonParseError::NoError)
        return fail(ErrorCode::FormatDamaged,
            u"no JSON, at byte %1: %2"_s.arg(problem.offset).arg(problem.errorString()), where);
    if (!document.isObject())
        return fail(ErrorCode::FormatDamaged, u"a JSON object was expected"_s, where);
    return document.object();
}

double numberOf(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    const auto text = value.toString();
    if (text == "Infinity"_L1)
        return std::numeric_limits<double>::infinity();
    if (text == "-Infinity"_L1)
        return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace tosaic::formats
