// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/array.h"
#include "core/model/program.h"
#include "core/npu/externalstreams.h"

#include <functional>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace tosaic::localrun {

using formats::ExternalBytes;

/// The tensors and numbers of a method while it runs, in the memory that the program plans: values
/// that share bytes in the file share them here. Tensors have their largest shape.
class MethodMemory
{
public:
    /// What a method may take, its constants left out.
    static constexpr quint64 Limit = quint64(1) << 30;

    /// The method and its program must outlive it. LimitExceeded, FormatDamaged; FormatUnsupported
    /// for a tensor whose bytes are in a .ptd that is not at hand.
    static Result<MethodMemory> of(const model::Program &program, const model::Method &method,
        const ExternalBytes &external = {});

    const model::Method &method() const { return *m_method; }
    /// Null if it is none.
    const model::Tensor *tensor(qint32 value) const;
    /// As the file has it, or as something set it.
    const model::Value &value(qint32 index) const;

    /// Bytes in memory order. FormatDamaged for what is no tensor; FormatUnsupported for one
    /// without bytes in this file.
    Result<QByteArrayView> bytes(qint32 value) const;
    Result<char *> writable(qint32 value);
    Result<Array> array(qint32 value) const;
    /// FormatDamaged if type or number of elements differ.
    Result<void> set(qint32 value, const Array &array);
    /// `value` becomes what `of` is.
    Result<void> move(qint32 of, qint32 value);
    /// An Int, a Bool or a Double.
    Result<double> number(qint32 value) const;
    /// The same where only a whole number makes sense, as of zero points; what is none, or so large
    /// that no kernel has room for it, is damage.
    Result<qint32> integer(qint32 value) const;
    Result<std::vector<qint64>> integers(qint32 value) const;

private:
    struct Place
    {
        size_t buffer = 0; ///< into m_buffers
        quint64 offset = 0;
    };

    MethodMemory(const model::Program &program, const model::Method &method)
        : m_program(&program), m_method(&method)
    {
    }
    Result<void> plan(const ExternalBytes &external);

    const model::Program *m_program;
    const model::Method *m_method;
    std::vector<QByteArray> m_buffers;
    std::map<qint32, Place> m_places;
    std::map<qint32, model::Value> m_set; ///< numbers that a move put there
};

} // namespace tosaic::localrun
