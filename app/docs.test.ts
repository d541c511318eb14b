import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
].map((path) => ({ path, text: readFileSync(path, "utf8") }))

/** Decisions describe the day on which they were made: files they name may be gone. */
const current = pages.filter(({ path }) => !path.startsWith("docs/decisions/"))

const files = ["app", "db", "docs", "public"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
)

const mentions = (pattern: RegExp, of = current) =>
  of.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name = ""]) => ({ path, name })))

describe("everything that the docs mention exists", () => {
  test("files and folders, by their full path or the end of it", () => {
    const named = mentions(/`((?:[\w.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|sql|md|json|ya?ml|service))`/g)
    const folders = mentions(/`((?:app|db|docs|public)\/[\w./-]*[\w-])\/?`/g)
    expect(named.length).toBeGreaterThan(50)
    const missing = [...named, ...folders].filter(
      ({ path, name }) =>
        ![name, join(dirname(path), name)].some((file) => existsSync(file)) &&
        !files.some((file) => file.endsWith(`/${name}`)),
    )
    expect(missing.filter(({ name }) => !NOT_HERE.includes(name))).toEqual([])
  })

  test("linked pages, and their headings", () => {
    const links = mentions(/\]\(([^)\s:]+)\)/g, pages)
    expect(links.length).toBeGreaterThan(50)
    const broken = links.filter(({ path, name }) => {
      const [file = "", heading] = name.split("#")
      const target = file === "" ? path : join(dirname(path), file)
      if (!existsSync(target)) return true
      return heading !== undefined && !headingsOf(readFileSync(target, "utf8")).includes(heading)
    })
    expect(broken).toEqual([])
  })

  test("commands", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
    const named = mentions(/\bnpm run (?:--silent )?([\w-]+)/g)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ name }) => !(name in scripts) && name !== "NAME")).toEqual([])
  })

  test("variables, which .env.example explains or attributes to other software", () => {
    const example = readFileSync(".env.example", "utf8")
    const explained = [...example.matchAll(/^# ?([A-Z][A-Z\d_]+)(\*)?/gm)]
    const known = (name: string) =>
      explained.some(([, one = "", any]) => (any ? name.startsWith(one) : one === name || wildcard(name).test(one)))
    const compose = [{ path: "compose.yaml", text: readFileSync("compose.yaml", "utf8") }]
    const named = [
      ...mentions(/(?<![\w-])([A-Z][A-Z\d]*_(?:[A-Z\d_]*[A-Z\d]|\*))(?![\w-])/g),
      ...mentions(/\$\{?([A-Z][A-Z_\d]+)/g, compose),
    ]
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ name }) => !known(name))).toEqual([])
  })
})

describe("every decision", () => {
  const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d/.test(path))
  const numberOf = (path: string) => path.slice("docs/decisions/".length).slice(0, 4)

  test("has its number, date, status, context, decision and consequences", () => {
    expect(decisions.length).toBeGreaterThan(90)
    const head = /^# (\d{4})\. \S.*\n\n- Date: \d{4}-\d\d-\d\d\n- Status: (?:accepted|superseded)\b.*\n\n## Context\n/
    const malformed = decisions.filter(({ path, text }) => {
      const headings = [...text.matchAll(/^#{2,} (.*)$/gm)].map(([, heading]) => heading)
      const isWhole = headings.join() === "Context,Decision,Consequences"
      return !isWhole || head.exec(text)?.[1] !== numberOf(path)
    })
    expect(malformed.map(({ path }) => path)).toEqual([])
  })

  test("has a line with its title in the index", () => {
    const index = readFileSync("docs/decisions/README.md", "utf8")
    const lines = [...index.matchAll(/^- \[(.+)\]\((\S+)\)/gm)].map(([, title, file]) => `${file} ${title}`)
    const expected = decisions.map(
      ({ path, text }) => `${path.slice("docs/decisions/".length)} ${/^# (.*)$/m.exec(text)?.[1]}`,
    )
    expect(lines.sort()).toEqual(expected.sort())
  })

  test("that code refers to by number exists", () => {
    const sources = [...files.filter((file) => /\.(?:[cm]?[jt]sx?|css)$/.test(file)), "server.ts", "remix.config.js"]
    const named = mentions(
      /\((0\d{3})\)/g,
      sources.filter((file) => !file.includes(".test.")).map((path) => ({ path, text: readFileSync(path, "utf8") })),
    )
    const numbers = new Set(decisions.map(({ path }) => numberOf(path)))
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter(({ name }) => !numbers.has(name))).toEqual([])
  })
})

const wildcard = (name: string) => new RegExp(`^${name.replace("*", "\\w+")}$`)

/** A file extension, a file within a backup, an address, or a file made by following a recipe or upgrading */
const NOT_HERE = [
  ".server.ts",
  "head.json",
  "end.json",
  "openapi.json",
  "db/migrations/00NN_season.sql",
  "react-router.config.ts",
  "./routeModules.js",
]

function headingsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title)
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-"),
  )
}
