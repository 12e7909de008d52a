from spack.package import *


class Sparlab(CMakePackage):
    """A laboratory for sparse allreduce: model, simulation and measurement."""

    # Of a checkout: spack dev-build sparlab@main, in its folder.
    version("main", branch="main")

    variant("mpi", default=True, description="The mpi engine and libsparlab")
    variant("simgrid", default=True, description="The simgrid engine")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("boost@1.74: +context")
    depends_on("cli11@2.1:2")
    depends_on("eigen@3.4")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.11:")
    depends_on("zlib-api")
    depends_on("gnuplot", type="run")
    depends_on("mpi@3:", when="+mpi")
    depends_on("simgrid@3.32", when="+simgrid")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define_from_variant("SPARLAB_WITH_MPI", "mpi"),
            self.define_from_variant("SPARLAB_WITH_SIMGRID", "simgrid"),
            self.define("SPARLAB_BUILD_TESTS", False),
            self.define("SPARLAB_BUILD_BENCH", False),
        ]
