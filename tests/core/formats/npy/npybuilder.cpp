// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/npy/npybuilder.h"

#include <QtEndian>

namespace tosaic::test {

QByteArray npyBytes(const QByteArray &description, const QByteArray &shape, const QByteArray &data,
    int version, bool isFortran)
{
    auto header = "{'descr': " + description + ", 'fortran_order': "
        + (isFortran ? QByteArray("True") : QByteArray("False")) + ", 'shape': " + shape + ", }";
    const auto prefix = version == 1 ? 10 : 12;
    while ((prefix + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    QByteArray bytes("\x93NUMPY");
    bytes += char(version);
    bytes += '\0';
    QByteArray length(prefix - 8, '\0');
    qToLittleEndian<quint16>(quint16(header.size()), length.data());
    return bytes + length + header + data;
}

} // namespace tosaic::test
