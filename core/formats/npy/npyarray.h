// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/formats/npy/npyheader.h"

#include <QString>

#include <optional>
#include <vector>

namespace tosaic::formats {

/// The numbers of a .npy file, read one by one where they are. Looks into the source's bytes: the
/// source must outlive it.
class NpyArray
{
public:
    /// Holds every 64-bit integer exactly on the machines that Debian calls amd64 and arm64.
    using Number = long double;

    /// Errors: FormatDamaged (also: cut off); FormatUnsupported (structures, complex, text, object,
    /// big-endian); LimitExceeded above 2^31 elements.
    static Result<NpyArray> read(const ByteSource &source);

    const NpyHeader &header() const { return m_header; }
    quint64 elements() const { return m_elements; }
    /// In the order of the file.
    Number at(quint64 index) const
    {
        return m_read(m_data.data() + static_cast<qsizetype>(index * m_header.itemBytes));
    }
    /// As exact as its type: all digits of an integer, "true", "0.25".
    QString text(quint64 index) const;

private:
    using Reader = Number (*)(const char *);
    static Reader readerFor(char kind, quint64 bytes);

    NpyHeader m_header;
    Reader m_read = nullptr;
    QByteArrayView m_data;
    quint64 m_elements = 0;
};

/// What the numbers of an array are like, and how they begin.
struct ArraySummary
{
    QString dtype; ///< NumPy's word: "int8"
    std::vector<quint64> shape;
    quint64 elements = 0;
    /// Of the finite numbers; absent if there are none.
    std::optional<NpyArray::Number> smallest;
    std::optional<NpyArray::Number> largest;
    std::optional<double> mean;
    quint64 notFinite = 0; ///< infinities and NaN
    std::vector<QString> first; ///< texts of the first elements, in the order of the file
};

/// Looks at every element; call it off the GUI thread. At most `most` texts.
ArraySummary summaryOf(const NpyArray &array, quint64 most);

} // namespace tosaic::formats
