#!/usr/bin/env bash
# csv-parse counts each CR LF within a quoted field as two lines: `info.lines` and the lines in its errors are too high
# for every later row of a file with Windows line ends, while the same file with LF is counted right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat >lines.cjs <<'JS'
const { parse } = require("csv-parse/sync")
console.log("csv-parse", JSON.parse(require("node:fs").readFileSync("node_modules/csv-parse/package.json")).version)
const linesOf = (end) =>
  parse(["name,note", 'Cup,"one', 'two"', "Mug,three"].join(end), { info: true }).map(({ info }) => info.lines)
const [unix, windows] = [linesOf("\n"), linesOf("\r\n")]
console.log("the rows end in the lines 1, 3 and 4 of either file")
console.log("LF    ", unix.join(", "))
console.log("CR LF ", windows.join(", "))
if (unix.join() !== "1,3,4" || windows.join() !== "1,4,5") {
  console.log("the behaviour has changed")
  process.exit(1)
}
JS
node lines.cjs
