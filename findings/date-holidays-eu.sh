#!/usr/bin/env bash
# date-holidays 3.37.0 has Cyprus's Green Monday on a Tuesday, and no 26 December and no moved holidays for Bulgaria.
# Green Monday is 48 days before Orthodox Easter (15 March 2027); Labour Code of Bulgaria, article 154, lists 24, 25 and 26 December.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --ignore-scripts --no-audit --no-fund date-holidays@3.37.0 >/dev/null
node -e '
const Holidays = require("date-holidays")
const of = (country) => new Holidays(country, { types: ["public"] }).getHolidays(2027)
const dates = (country) => of(country).map(({ date }) => date.slice(0, 10))
const [cyprus, bulgaria] = [dates("CY"), dates("BG")]
const shown = (list, day) => `${day} ${list.includes(day) ? "is" : "is not"} a public holiday`
console.log("date-holidays", require("date-holidays/package.json").version)
console.log("Cyprus:", shown(cyprus, "2027-03-15"), "(a Monday),", shown(cyprus, "2027-03-16"), "(a Tuesday)")
console.log("Bulgaria:", ["2027-12-26", "2027-12-27", "2027-12-28"].map((day) => shown(bulgaria, day)).join(", "))
const same = !cyprus.includes("2027-03-15") && cyprus.includes("2027-03-16") &&
  !["2027-12-26", "2027-12-27", "2027-12-28"].some((day) => bulgaria.includes(day))
if (!same) { console.log("The behaviour has changed."); process.exit(1) }
'
