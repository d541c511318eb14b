import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const screens = ["app/routes", "app/ui"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
const tools = screens.flatMap((file) => {
  const source = readFileSync(file, "utf8")
  return [...source.matchAll(/(?:\btool=\{|useToolAttributes\()\s*(\{[^}]*\}|[\w.]+)/g)].map(([, given = ""]) => ({
    file,
    given: given.replace(/\s+/g, " "),
  }))
})
const declared = tools.filter(({ given }) => given.startsWith("{"))

test("every tool is declared with constant texts, or passed on", () => {
  expect(declared.length).toBeGreaterThan(50)
  const constant = /^\{ name: "[^"]+", description: "[^"]+",?(?: submits: true,?)? \}$/
  expect(declared.filter(({ given }) => !constant.test(given))).toEqual([])
  expect(tools.filter(({ given }) => !given.startsWith("{") && given !== "null" && given !== "tool")).toEqual([])
})

test("names are in snake case, and descriptions are one sentence without a full stop", () => {
  for (const { given } of declared) {
    const [, name = "", description = ""] = /name: "([^"]+)", description: "([^"]+)"/.exec(given) ?? []
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(description).toMatch(/^[A-Z][^.]+s [^.]+[^.]$/)
  }
})

describe("an agent submits nothing that pays, refunds, cancels, deletes, ships or changes people", () => {
  test.each(declared.filter(({ given }) => given.includes("submits: true")))("$given", ({ given }) => {
    expect(given).not.toMatch(/name: "(pay|refund|cancel|delete|ship|process|invite|decline|record)_|_(role|profile)"/)
  })
})
