// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/npy/npyheader.h"

#include <QtEndian>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr qsizetype HeaderLimit = 65'536;
constexpr size_t DimensionLimit = 64; // NumPy's own since 2.0
constexpr int NestingLimit = 16;

tl::unexpected<Error> damaged(const QString &what, qsizetype offset)
{
    return fail(ErrorCode::FormatDamaged, what, { .offset = quint64(offset) });
}

/// Reads the Python dictionary of a header: strings, True, False, tuples of numbers. Descriptions
/// of structures are skipped with balanced brackets.
class DictionaryReader
{
public:
    explicit DictionaryReader(QByteArrayView text) : m_text(text) { }

    bool read(QByteArray &description, bool &isFortran, std::vector<quint64> &shape)
    {
        bool hasDescription = false;
        bool hasShape = false;
        bool hasOrder = false;
        if (!take('{'))
            return false;
        while (!take('}')) {
            const auto key = string();
            if (!key || !take(':'))
                return false;
            if (*key == "descr")
                hasDescription = readDescription(description);
            else if (*key == "fortran_order")
                hasOrder = readBool(isFortran);
            else if (*key == "shape")
                hasShape = readShape(shape);
            else
                return false;
            if (!take(',') && peek() != '}')
                return false;
        }
        return hasDescription && hasShape && hasOrder;
    }

private:
    char peek()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n'))
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool take(char wanted)
    {
        if (peek() != wanted)
            return false;
        ++m_at;
        return true;
    }

    std::optional<QByteArray> string()
    {
        const auto quote = peek();
        if (quote != '\'' && quote != '"')
            return std::nullopt;
        const auto begin = ++m_at;
        const auto end = m_text.indexOf(quote, begin);
        if (end < 0)
            return std::nullopt;
        m_at = end + 1;
        return m_text.sliced(begin, end - begin).toByteArray();
    }

    bool readBool(bool &value)
    {
        peek();
        for (const auto &[word, meaning] : { std::pair(QByteArrayView("True"), true),
                 std::pair(QByteArrayView("False"), false) }) {
            if (m_text.sliced(m_at).startsWith(word)) {
                m_at += word.size();
                value = meaning;
                return true;
            }
        }
        return false;
    }

    bool readShape(std::vector<quint64> &shape)
    {
        if (!take('('))
            return false;
        while (!take(')')) {
            const auto begin = (peek(), m_at);
            while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9')
                ++m_at;
            bool isNumber = false;
            shape.push_back(
                m_text.sliced(begin, m_at - begin).toByteArray().toULongLong(&isNumber));
            if (!isNumber || shape.size() > DimensionLimit || (!take(',') && peek() != ')'))
                return false;
        }
        return true;
    }

    bool readDescription(QByteArray &description)
    {
        if (const auto text = string()) {
            description = *text;
            return true;
        }
        if (peek() != '[')
            return false;
        const auto begin = m_at;
        int depth = 0;
        do {
            const auto c = peek();
            if (c == '\'' || c == '"') {
                if (!string())
                    return false;
                continue;
            }
            depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
            if (c == '\0' || depth > NestingLimit)
                return false;
            ++m_at;
        } while (depth > 0);
        description = m_text.sliced(begin, m_at - begin).toByteArray();
        return true;
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
};

/// "int64" for '<i8', as str(numpy.dtype) prints it.
QString plainName(char kind, quint64 bytes)
{
    const auto bits = QString::number(bytes * 8);
    switch (kind) {
    case 'b':
        return bytes == 1 ? u"bool"_s : QString();
    case 'i':
        return u"int"_s + bits;
    case 'u':
        return u"uint"_s + bits;
    case 'f':
        return u"float"_s + bits;
    case 'c':
        return u"complex"_s + bits;
    default:
        return {};
    }
}

/// Splits '<i8' into order, kind and size; anything else stays a description without a size.
void describe(const QByteArray &description, NpyHeader &header)
{
    header.dtype = QString::fromUtf8(description);
    qsizetype at = 0;
    char order = '|';
    if (!description.isEmpty() && QByteArrayView("<>|=").contains(description[0]))
        order = description[at++];
    if (at >= description.size() || !QByteArrayView("iufbcSUVOMm").contains(description[at]))
        return;
    const auto kind = description[at++];
    const auto unit = description.indexOf('[', at); // datetime64: '<M8[ns]'
    const auto digits = description.mid(at, unit < 0 ? -1 : unit - at);
    bool isNumber = digits.isEmpty() && kind == 'O';
    const auto size = isNumber ? 0 : digits.toULongLong(&isNumber);
    if (!isNumber || size > quint64(1) << 40)
        return;
    header.kind = kind;
    header.itemBytes = kind == 'O' ? 0 : kind == 'U' ? size * 4 : size;
    header.isBigEndian = order == '>';
    const auto plain = plainName(kind, size);
    if (kind == 'O')
        header.dtype = u"object"_s;
    else if (!plain.isEmpty() && (order != '>' || size == 1))
        header.dtype = plain;
    else if (kind == 'M' || kind == 'm')
        header.dtype = (kind == 'M' ? u"datetime64"_s : u"timedelta64"_s)
            + (unit < 0 ? QString() : QString::fromLatin1(description.mid(unit)));
}

} // namespace

std::optional<quint64> NpyHeader::elements() const
{
    quint64 count = 1;
    for (const auto size : shape) {
        if (__builtin_mul_overflow(count, size, &count))
            return std::nullopt;
    }
    return count;
}

std::optional<quint64> NpyHeader::dataBytes() const
{
    auto bytes = elements();
    if (!bytes || __builtin_mul_overflow(*bytes, itemBytes, &*bytes))
        return std::nullopt;
    return bytes;
}

Result<NpyHeader> readNpyHeader(QByteArrayView bytes)
{
    if (bytes.size() < 10 || bytes.first(6) != "\x93NUMPY")
        return damaged(u"it does not begin as NumPy's .npy does"_s, 0);
    const auto version = quint8(bytes[6]);
    if (version < 1 || version > 3)
        return fail(ErrorCode::FormatUnsupported, u".npy version %1"_s.arg(version));
    const qsizetype start = version == 1 ? 10 : 12;
    if (bytes.size() < start)
        return damaged(u"cut off in the header"_s, bytes.size());
    const auto length = version == 1 ? qsizetype(qFromLittleEndian<quint16>(bytes.data() + 8))
                                     : qsizetype(qFromLittleEndian<quint32>(bytes.data() + 8));
    if (length > HeaderLimit)
        return fail(ErrorCode::LimitExceeded,
            u"more than HeaderLimit = %1 bytes of .npy header"_s.arg(HeaderLimit));
    if (bytes.size() < start + length)
        return damaged(u"cut off in the header"_s, bytes.size());
    NpyHeader header;
    QByteArray description;
    if (!DictionaryReader(bytes.sliced(start, length))
             .read(description, header.isFortranOrder, header.shape))
        return damaged(
            u"the header is not NumPy's dictionary of descr, fortran_order, shape"_s, start);
    describe(description, header);
    header.dataOffset = quint64(start + length);
    return header;
}

} // namespace tosaic::formats
