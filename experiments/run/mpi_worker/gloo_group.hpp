#pragma once

#include <memory>
#include <span>

#include "model/parameters/dense.hpp"
#include "runtime/comm.hpp"

namespace sparlab::experiments::run::mpi {

/// Gloo's connections between the ranks of a Comm: TCP through the interface that the variable
/// GLOO_SOCKET_IFNAME names, as in PyTorch. Without it, through the loopback interface, or, if the
/// hosts have different names, through the address of the host's name.
class GlooGroup {
 public:
  /// Connects all ranks. Collective.
  /// Errors  base::EnvironmentError if sparlab was built without Gloo or the interface has no
  ///         address; std::exception of Gloo if ranks cannot connect.
  explicit GlooGroup(runtime::Comm& comm);
  ~GlooGroup();
  GlooGroup(const GlooGroup&) = delete;
  GlooGroup& operator=(const GlooGroup&) = delete;

  /// The sum of all ranks' `inout` by Gloo's own code. Collective.
  template <class Value>
  void allreduce(std::span<Value> inout, model::GlooAllreduce algorithm);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sparlab::experiments::run::mpi
