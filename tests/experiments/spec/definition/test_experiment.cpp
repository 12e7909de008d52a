#include <algorithm>
#include <functional>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "algos/registry/registry.hpp"
#include "experiments/spec/definition/experiment_request.hpp"
#include "experiments/spec/definition/overrides.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "tests/experiments/experiments_for_tests.hpp"

using namespace sparlab;
using namespace sparlab::tests;
using nlohmann::json;

namespace {

base::ConfigError error_after(const std::vector<std::string>& overrides) {
  json document = valid_experiment();
  return config_error([&] {
    for (const std::string& assignment : overrides)
      experiments::apply_override(document, assignment);
    experiments::parse_experiment(document, "file.json");
  });
}

experiments::Sweep sweep_after(const std::vector<std::string>& overrides) {
  json document = valid_experiment();
  for (const std::string& assignment : overrides) experiments::apply_override(document, assignment);
  return experiments::parse_experiment(document, "file.json").sweeps.front();
}

std::vector<std::string> specs_of(const experiments::Sweep& sweep) {
  std::vector<std::string> specs;
  for (const experiments::SweepAlgorithm& algorithm : sweep.algorithms)
    specs.push_back(algorithm.algorithm.spec());
  return specs;
}

}  // namespace

TEST_CASE("a valid experiment is resolved") {
  const experiments::Experiment experiment =
      experiments::parse_experiment(valid_experiment(), "file.json");
  CHECK(experiment.name == "test");
  CHECK(experiment.title == "test");
  REQUIRE(experiment.sweeps.size() == 1);
  const experiments::Sweep& sweep = experiment.sweeps.front();
  CHECK(sweep.engines ==
        std::vector<experiments::Engine>{experiments::Engine::model, experiments::Engine::loggp});
  CHECK(sweep.ranks == std::vector<std::uint64_t>{2, 8});
  CHECK(sweep.densities == std::vector<double>{0.01, 0.1});
}

TEST_CASE("unknown key is reported with its JSON path and the nearest key") {
  const base::ConfigError error = error_after({"densty=0.1"});
  CHECK(error.file == "file.json");
  CHECK(error.json_path == "sweeps.0.densty");
  CHECK(error.suggestion == "density");
  CHECK(std::string(error.what()).find("did you mean \"density\"?") != std::string::npos);
}

TEST_CASE("text of an option that is not UTF-8 is refused") {
  for (const char* text : {"\xff", "ab\xc3", "\xed\xa0\x80", "a\x80\x80\x80\x80\x80\x80\x80"}) {
    for (const char* key : {"platform", "$schema", "sweeps.0.label", "input.kind"})
      CHECK_FALSE(error_after({std::string(key) + "=" + text}).json_path.empty());
    CHECK(error_after({std::string("title=") + text}).accepted == "text in UTF-8");
  }
  CHECK(sweep_after({"platform=pl\xc3\xa4tze.json"}).platform == "pl\xc3\xa4tze.json");
}

TEST_CASE("a failure inside an axis or input is reported at its own place") {
  CHECK(
      error_after({"density={\"from\":0.1,\"to\":0.5,\"ponts\":3,\"scale\":\"log\"}"}).json_path ==
      "sweeps.0.density.ponts");
  CHECK(error_after({"density=[0.1,1.5]"}).json_path == "sweeps.0.density.1");
  CHECK(error_after({"density=1.5"}).accepted == "a number in [0, 1]");
  CHECK(error_after({"density=-0.1"}).json_path == "sweeps.0.density");
  CHECK(error_after({"P=0"}).json_path == "sweeps.0.P");
  CHECK(error_after({"P=[]"}).json_path == "sweeps.0.P");
  CHECK(error_after({"N=\"12 apples\""}).value == "\"12 apples\"");
  CHECK(error_after({"N=0"}).accepted.find("from 1 to") != std::string::npos);
  CHECK(error_after({R"(N={"from":2,"to":8,"factor":"two"})"}).json_path == "sweeps.0.N.factor");
  CHECK(error_after({R"(input={"kind":"zipf","exponant":1})"}).suggestion == "exponent");
  CHECK(error_after({R"(input={"kind":"zpf"})"}).json_path == "sweeps.0.input.kind");
  CHECK(error_after({R"(input={"exponent":1})"}).value == "a missing key");
  CHECK(error_after({R"(input={"kind":"uniform","exponent":1})"}).json_path ==
        "sweeps.0.input.exponent");
  CHECK(error_after({R"(input={"kind":"recording"})"}).json_path == "sweeps.0.input.path");
  CHECK(error_after({"input=\"recording\""}).json_path == "sweeps.0.input");
  CHECK(error_after({"input=7"}).json_path == "sweeps.0.input");
  CHECK(error_after({"seed=-1"}).json_path == "sweeps.0.seed");
  CHECK(error_after({"dense_switch=1"}).accepted.find("true or false") != std::string::npos);
  CHECK(error_after({R"(formats=["coo","bitmp"])"}).suggestion == "bitmap");
  CHECK(error_after({R"(formats=["dense","bitmap"])"}).json_path == "sweeps.0.formats");
  CHECK(error_after({R"(formats=["coo","bitmap","pici"])"}).json_path == "sweeps.0.formats");
  CHECK(error_after({"value_code=exponent"}).suggestion == "exponents");
  CHECK(sweep_after({"value_code=exponents"}).message_formats() ==
        model::FormatSet::published().with(model::ValueCode::exponents));
  CHECK(error_after({"formats=coo"}).accepted.find("a list of the formats") == 0);
  CHECK(error_after({"name=a/b"}).json_path == "name");
  CHECK(error_after({"sweeps=[]"}).json_path == "sweeps");
}

TEST_CASE("unknown names are reported with the known ones and the nearest") {
  const base::ConfigError algorithm = error_after({R"(algorithms=["ssar_split_algather"])"});
  CHECK(algorithm.json_path == "sweeps.0.algorithms.0");
  CHECK(algorithm.suggestion == "ssar_split_allgather");
  const base::ConfigError engine = error_after({R"(engines=["model","logp"])"});
  CHECK(engine.json_path == "sweeps.0.engines.1");
  CHECK(engine.suggestion == "loggp");
  CHECK(engine.accepted == "model, loggp, simgrid, mpi");
}

TEST_CASE("a universe beyond the index type is refused") {
  CHECK(error_after({"N=2^33"}).json_path == "sweeps.0.N");
  CHECK(sweep_after({"N=2^32"}).universes.front() == std::uint64_t{1} << 32U);
  CHECK(sweep_after({"N=2^33", "index=uint64"}).universes.front() == std::uint64_t{1} << 33U);
}

TEST_CASE("all algorithms leave out the MPI library's own unless mpi runs") {
  const auto has_native = [](const experiments::Sweep& sweep) {
    const auto specs = specs_of(sweep);
    return std::count(specs.begin(), specs.end(), "dense_mpi") == 1;
  };
  CHECK_FALSE(has_native(sweep_after({"algorithms=all"})));
  CHECK(has_native(sweep_after({"algorithms=all", "engines=all"})));
  CHECK(has_native(sweep_after({"algorithms=exact", "engines=all"})));
  CHECK(error_after({R"(algorithms=["dense_mpi"])"}).json_path == "sweeps.0.algorithms.0");
}

TEST_CASE("the quickstart measures what two processors can run side by side") {
  experiments::ExperimentRequest request;
  request.file = "quickstart";
  const experiments::Experiment quickstart = load_experiment(request);
  for (const experiments::Sweep& sweep : quickstart.sweeps)
    for (const experiments::Engine engine : sweep.engines)
      if (measures(engine)) CHECK(sweep.ranks.back() <= 2);
}

TEST_CASE("keywords mean algorithms by their exactness, each once") {
  const auto all = specs_of(sweep_after({"algorithms=all"}));
  const auto exact = specs_of(sweep_after({"algorithms=exact"}));
  const auto count = [](auto property) {
    return static_cast<std::size_t>(std::ranges::count_if(algos::algorithms(), property));
  };
  const std::size_t approximate =
      count([](const auto& info) { return info.exactness == algos::Exactness::approximate; });
  const std::size_t named = count([](const auto& info) { return info.only_by_name; });
  CHECK(all.size() == algos::algorithms().size() - 1 - named);  // without dense_mpi
  CHECK(exact.size() == all.size() - approximate);
  CHECK(specs_of(sweep_after({R"(algorithms=["exact","approximate"])"})).size() == all.size());
  CHECK(specs_of(sweep_after({R"(algorithms=["all","dense_ring"])"})).size() == all.size());
  CHECK(specs_of(sweep_after({R"(algorithms=["dense_ring","all"])"})).front() == "dense_ring");
  CHECK(error_after({"algorithms=exakt"}).suggestion == "exact");
}

TEST_CASE("algorithms of the command line are separated by the commas outside of settings") {
  CHECK(experiments::split_algorithms("a(x=1, y=4x2),b, all") ==
        std::vector<std::string>{"a(x=1, y=4x2)", "b", "all"});
  CHECK(experiments::split_algorithms("a(x=1") == std::vector<std::string>{"a(x=1"});
}

TEST_CASE("a setting that changes nothing is refused") {
  CHECK(error_after({"repetitions.max=9"}).json_path == "sweeps.0.repetitions");
  CHECK(error_after({R"(engines=["model"])", "payload=data"}).json_path == "sweeps.0.payload");
  CHECK(error_after({R"(engines=["simgrid"])", "machine=loggp"}).json_path == "sweeps.0.machine");
  CHECK(error_after({R"(engines=["mpi"])"}).json_path == "sweeps.0.platform");
  CHECK(sweep_after({R"(engines=["model","mpi"])"}).platform == "ideal");
  CHECK(error_after({R"(formats=["coo","runs"])", "dense_switch=false"}).json_path ==
        "sweeps.0.dense_switch");
  CHECK_FALSE(sweep_after({R"(formats=["coo","dense"])", "dense_switch=false"}).dense_switch);
  CHECK(error_after({R"(input={"kind":"recording","path":"x"})"}).json_path == "sweeps.0.N");
}

TEST_CASE("samples take a universe, but no density, and need neither") {
  const auto with = [](const json& settings) {
    json document = valid_experiment();
    json& sweep = document["sweeps"][0];
    sweep.erase("N");
    sweep.erase("density");
    sweep["input"] = {{"kind", "svmlight"}, {"path", "x"}};
    sweep.update(settings);
    return document;
  };
  const auto universes = [&](const json& settings) {
    return experiments::parse_experiment(with(settings), "f").sweeps.front().universes;
  };
  const auto error = [&](const json& settings) {
    return config_error([&] { experiments::parse_experiment(with(settings), "f"); });
  };
  CHECK(universes(json::object()).empty());
  CHECK(universes({{"N", {"2^24", 1000}}}) == std::vector<std::uint64_t>{1000, 1U << 24U});
  CHECK(error({{"density", 0.1}}).json_path == "sweeps.0.density");
  CHECK(error({{"N", "2^33"}}).accepted.find("uint64") != std::string::npos);
}

TEST_CASE("what a sweep needs and lacks is reported as missing") {
  for (const char* key : {"P", "N", "density", "platform", "engines", "algorithms", "label"}) {
    json document = valid_experiment();
    document["sweeps"][0].erase(key);
    const base::ConfigError error =
        config_error([&] { experiments::parse_experiment(document, "file.json"); });
    CHECK(error.json_path == std::string("sweeps.0.") + key);
    CHECK(error.value == "a missing key");
  }
}

TEST_CASE("a sweep of several platforms is one of each, and measures once") {
  nlohmann::json document = valid_experiment();
  document["sweeps"][0]["platform"] = {"gige-8", "ideal", "gige-8:bandwidth=x2"};
  document["sweeps"][0]["engines"] = {"model", "mpi"};
  const experiments::Experiment experiment = experiments::parse_experiment(document, "file");
  REQUIRE(experiment.sweeps.size() == 3);
  CHECK(experiment.sweeps[0].engines ==
        std::vector{experiments::Engine::model, experiments::Engine::mpi});
  CHECK(experiment.sweeps[2].engines == std::vector{experiments::Engine::model});
  CHECK(experiment.sweeps[2].platform == "gige-8:bandwidth=x2");
  CHECK(experiment.sweeps[2].label == "one");
  CHECK(experiment.sweeps[2].json_path == "sweeps.0");
}

TEST_CASE("what-if adds each platform with its changes") {
  experiments::ExperimentRequest request;
  request.document = std::make_shared<const nlohmann::json>(valid_experiment());
  request.what_if = "latency=x0.5";
  const experiments::Experiment experiment = experiments::load_experiment(request);
  REQUIRE(experiment.sweeps.size() == 2);
  CHECK(experiment.sweeps[0].platform == "ideal");
  CHECK(experiment.sweeps[1].platform == "ideal:latency=x0.5");
}

TEST_CASE("a label or an algorithm that stands twice is refused") {
  json document = valid_experiment();
  document["sweeps"].push_back(document["sweeps"][0]);
  CHECK(config_error([&] { experiments::parse_experiment(document, "f"); }).json_path ==
        "sweeps.1.label");
  CHECK(error_after({R"(algorithms=["dense_ring","dense_ring"])"}).json_path ==
        "sweeps.0.algorithms.1");
}

TEST_CASE("overrides reach one sweep, all sweeps, and settings inside") {
  json document = valid_experiment();
  document["sweeps"].push_back(document["sweeps"][0]);
  experiments::apply_override(document, "sweeps.1.P=4");
  experiments::apply_override(document, "seed=9");
  experiments::apply_override(document, "title=two words");
  experiments::apply_override(document, "sweeps.0.input=zipf");
  experiments::apply_override(document, "sweeps.0.input.exponent=1.5");
  experiments::apply_override(document, "sweeps.0.density.1=0.2");
  CHECK(document["sweeps"][0]["P"] == json{2, 8});
  CHECK(document["sweeps"][1]["P"] == 4);
  CHECK(document["sweeps"][0]["seed"] == 9);
  CHECK(document["sweeps"][1]["seed"] == 9);
  CHECK(document["title"] == "two words");
  CHECK(document["sweeps"][0]["input"] == json{{"kind", "zipf"}, {"exponent", 1.5}});
  CHECK(document["sweeps"][0]["density"] == json{0.01, 0.2});
}

TEST_CASE("an override that leads nowhere is refused") {
  for (const char* assignment : {"P", "=3", "sweeps.7.P=3", "sweeps.x.P=3", "P.x=3", "N.from=3"}) {
    json document = valid_experiment();
    CHECK(config_error([&] { experiments::apply_override(document, assignment); }).file ==
          "command line");
  }
}

TEST_CASE("narrowing keeps what is named and refuses what is unknown or leaves nothing") {
  experiments::Experiment experiment =
      experiments::parse_experiment(valid_experiment(), "file.json");
  experiments::keep_engines(experiment, {"model"});
  CHECK(experiment.sweeps[0].engines ==
        std::vector<experiments::Engine>{experiments::Engine::model});
  experiments::keep_algorithms(experiment, {"dense_ring"});
  CHECK(specs_of(experiment.sweeps[0]) == std::vector<std::string>{"dense_ring"});
  CHECK(config_error([&] { keep_engines(experiment, {"modle"}); }).suggestion == "model");
  CHECK(config_error([&] { keep_algorithms(experiment, {"sparse_ring"}); }).json_path ==
        "--algorithms");
}

TEST_CASE("each name to keep must be in some sweep") {
  json document = valid_experiment();
  document["sweeps"].push_back(document["sweeps"][0]);
  document["sweeps"][1].update({{"label", "two"}, {"engines", {"simgrid"}}});
  document["sweeps"][1]["algorithms"] = {"dense_ring", "gtopk(k=8)"};
  const auto kept = [&](const std::vector<std::string>& engines,
                        const std::vector<std::string>& algorithms) {
    experiments::Experiment experiment = experiments::parse_experiment(document, "file.json");
    experiments::keep_engines(experiment, engines);
    experiments::keep_algorithms(experiment, algorithms);
    return experiment.sweeps.size();
  };
  CHECK(kept({"model", "simgrid"}, {"ssar_split_allgather", "gtopk"}) == 2);
  CHECK(kept({"loggp"}, {"exact"}) == 1);
  const base::ConfigError engine = config_error([&] { kept({"model", "mpi"}, {"all"}); });
  CHECK(engine.json_path == "--engines");
  CHECK(engine.value == "\"mpi\", which no sweep has");
  CHECK(engine.accepted == "one or more of those in the sweeps: model, loggp, simgrid");
  for (const char* unused : {"sparse_ring", "gtopk(k=9)", "approximate"}) {
    const base::ConfigError error = config_error([&] { kept({"model"}, {"dense_ring", unused}); });
    CHECK(error.json_path == "--algorithms");
    CHECK(error.value == std::string("\"") + unused + "\", which no sweep has");
    CHECK(error.accepted == "one or more of those in the sweeps: dense_ring, ssar_split_allgather");
  }
}

TEST_CASE("the command line alone describes an experiment") {
  experiments::ExperimentRequest request;
  request.algorithms = {"dense_ring"};
  request.sweep = {{"P", "2:8:x2"}, {"N", "16M"}, {"density", "1e-4:0.5:log5"}};
  const experiments::Sweep sweep = load_experiment(request).sweeps.front();
  CHECK(sweep.ranks == std::vector<std::uint64_t>{2, 4, 8});
  CHECK(sweep.universes == std::vector<std::uint64_t>{16000000});
  CHECK(sweep.densities.size() == 5);
  CHECK(sweep.platform == "ideal");
}

TEST_CASE("a platform reaches the sweeps that have one, and is refused if none has") {
  const auto quick = [](const std::vector<std::string>& engines, const char* platform) {
    json document = valid_experiment();
    document["sweeps"].push_back(document["sweeps"][0]);
    document["sweeps"][0]["engines"] = engines;
    document["sweeps"][1].update({{"label", "measured"}, {"engines", {"mpi"}}});
    document["sweeps"][1].erase("platform");
    if (engines.front() == "mpi") document["sweeps"][0].erase("platform");
    experiments::SweepTexts texts = {{"P", "2"}, {"N", "1k"}, {"density", "0.1"}};
    if (platform != nullptr) texts["platform"] = platform;
    experiments::apply_sweep_options(document, texts);
    return experiments::parse_experiment(document, "command line").sweeps;
  };
  CHECK(quick({"mpi"}, nullptr)[0].platform.empty());
  CHECK(quick({"model", "loggp"}, "gige-8")[0].platform == "gige-8");
  CHECK(quick({"model", "loggp"}, "gige-8")[1].platform.empty());
  CHECK(config_error([&] { quick({"mpi"}, "gige-8"); }).json_path == "sweeps.0.platform");
}

TEST_CASE("texts of any length are refused with a short message") {
  const std::string text(30000, 'a');
  for (const std::string path : {"name", "title", "label", "N", "P", "density", "platform",
                                 "algorithms.0", "engines.0", "input.path", "value", "sedd"}) {
    INFO(path);
    CHECK(std::string(error_after({path + "=" + text}).what()).size() < 3000);
  }
  const base::ConfigError key = error_after({text + "=1"});
  CHECK(key.json_path.size() < 1000);
}

TEST_CASE("a path of many keys is refused before it becomes a deep document") {
  std::string path = "input";
  for (int i = 0; i < 50000; ++i) path += ".a";
  CHECK(error_after({path + "=1"}).accepted == "a path of at most 32 keys");
}

TEST_CASE("a whole number that a double does not hold is refused") {
  CHECK(sweep_after({"seed=9007199254740992"}).seed == std::uint64_t{1} << 53U);
  for (const char* number : {"9007199254740993", "18446744073709551615", "1e300"}) {
    CHECK(error_after({std::string("seed=") + number}).json_path == "sweeps.0.seed");
    CHECK(error_after({std::string("N=") + number, "index=uint64"}).json_path == "sweeps.0.N");
  }
}

TEST_CASE("every text and every list of the schema has a greatest length") {
  std::size_t checked = 0;
  const std::function<void(const json&)> walk = [&](const json& node) {
    if (node.is_object() && node.contains("type")) {
      INFO(node.dump());
      if (node["type"] == "string") CHECK(node.contains("maxLength"));
      if (node["type"] == "array") CHECK(node.contains("maxItems"));
      // Matching a pattern recurses into the text.
      if (node.contains("pattern")) CHECK(node.at("maxLength") <= 100);
      ++checked;
    }
    if (!node.is_structured()) return;  // a number is its own range
    for (const json& inner : node) walk(inner);
  };
  walk(json::parse(experiments::experiment_schema_text()));
  CHECK(checked > 40);
}

TEST_CASE("the explanation of failures and the validator agree on random documents") {
  const json schema = json::parse(experiments::experiment_schema_text());
  valijson::Schema compiled;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), compiled);
  const std::vector<std::string> paths = {"P=%",
                                          "N=%",
                                          "density=%",
                                          "input=%",
                                          "engines=%",
                                          "algorithms=%",
                                          "platform=%",
                                          "seed=%",
                                          "value=%",
                                          "index=%",
                                          "machine=%",
                                          "repetitions=%",
                                          "payload=%",
                                          "label=%",
                                          "name=%",
                                          "title=%",
                                          "extra=%",
                                          "input.kind=%",
                                          "P={\"from\":%,\"to\":8,\"factor\":2}",
                                          "input={\"kind\":\"zipf\",\"exponent\":%}"};
  const std::vector<std::string> values = {"null",
                                           "true",
                                           "0",
                                           "-1",
                                           "0.5",
                                           "1e300",
                                           "[]",
                                           "{}",
                                           "[[]]",
                                           "\"\"",
                                           "\"x\"",
                                           "\"zipf\"",
                                           "8",
                                           "[1]",
                                           "\"1M\"",
                                           "\"all\"",
                                           "{\"kind\":3}",
                                           "8.5",
                                           "\"0.1%\"",
                                           "\"" + std::string(101, 'a') + "\"",
                                           "\"" + std::string(201, 'a') + "\""};
  for (const std::string& path : paths) {
    for (const std::string& value : values) {
      json document = valid_experiment();
      experiments::apply_override(document, std::string(path).replace(path.find('%'), 1, value));
      valijson::Validator validator;
      const bool valid =
          validator.validate(compiled, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
      INFO(path << " with " << value);
      CHECK(valid == experiments::explain_failures(schema, document).empty());
    }
  }
}
