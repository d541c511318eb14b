import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import type { RouteConfigEntry } from "@remix-run/route-config"
import { describe, expect, test } from "vitest"
import map from "./routes"

const root = resolve(import.meta.dirname, "..")
const sources = [...filesIn("app"), ...filesIn("db"), "server.ts"]
const shopCode = sources.filter((file) => !isForTests(file))

/** The order of the rooms: each imports only from those listed after it, and types from all. */
const order = {
  "app/domain": [
    "export",
    "subscribers",
    "dashboard",
    "deletion",
    "invoices",
    "checkout",
    "returns",
    "bank-files",
    "orders",
    "payouts",
    "refunds",
    "payments",
    "taxes",
    "customers",
    "shipping",
    "cart",
    "reviews",
    "discounts",
    "product-table",
    "search",
    "catalog",
    "inventory",
    "staff",
    "factors",
    "accounts",
    "pages",
    "law",
    "settings",
    "pricing",
    "records",
    "mail",
    "media",
    "audit",
    "events",
    "versions",
    "imports",
    "jobs",
    "lists",
    "bank-transfer",
    "money",
    "csv",
    "days",
    "validation",
    "text",
  ],
  "app/http": [
    "server",
    "middleware",
    "frame",
    "documents",
    "doorways",
    "session",
    "forms",
    "response-cache",
    "routing",
    "bodies",
    "clients",
    "request",
    "origin",
  ],
}

interface Import {
  from: string
  /** A file of the project, or a package. */
  to: string
  typeOnly: boolean
}

const imports = shopCode.flatMap(importsOf)

/** The shop's tables, as listed in `db/schema` */
const schema = filesIn("db/schema").map(read).join("\n")
const tables = new Set([...schema.matchAll(/^ {2}(\w+): .*\{$/gm)].map(([, table]) => table ?? ""))

describe("the order of rooms", () => {
  test("shared modules import nothing of the shop", () => {
    expect(crossing("db/", ["app/"])).toEqual([])
  })

  test("the domain knows no HTTP, no React, no adapter and no provider", () => {
    const above = ["app/http/", "app/routes/", "app/ui/", "app/adapters/", "app/commands/", "app/testing/", "server.ts"]
    const foreign = ["react", "express", "stripe", "nodemailer", "@remix-run/", "@aws-sdk/", "@stripe/", "@conform-to/"]
    expect(crossing("app/domain/", [...above, ...foreign])).toEqual([])
  })

  test.each(Object.entries(order))("rooms of %s import only those that are listed after them", (store, rooms) => {
    const roomIn = (file: string) => roomOf(file).split(`${store}/`)[1]
    const upward = imports.filter(({ from, to, typeOnly }) => {
      const [here, there] = [roomIn(from), roomIn(to)]
      return !typeOnly && here && there && rooms.indexOf(there) < rooms.indexOf(here)
    })
    expect(upward).toEqual([])
    expect(new Set(shopCode.map(roomIn).filter(Boolean))).toEqual(new Set(rooms))
  })

  test("imports are relative within a room, and begin with `~` between rooms", () => {
    // Node runs scripts without a build, and therefore without the alias.
    const aliased = sources.filter((file) => file.startsWith("app/") && !file.endsWith(".mjs"))
    const violations = aliased.flatMap((from) =>
      specifiersOf(from)
        .map((target) => ({ from, target, to: fileOf(from, target) }))
        .filter(({ to }) => /^(app|db)\//.test(to))
        .filter(({ target, to }) => target.startsWith(".") !== (roomOf(from) === roomOf(to))),
    )
    expect(violations).toEqual([])
  })

  test("no files import each other in a circle, not even for a type", () => {
    const files = new Set(shopCode)
    const links = imports.flatMap(({ from, to }) => {
      const file = [to, `${to}.ts`, `${to}.tsx`].find((name) => files.has(name))
      return file ? [{ from, to: file }] : []
    })
    // Removes files without remaining imports or importers, until only cycles are left.
    const left = new Set(shopCode)
    for (let before = -1; before !== left.size; ) {
      before = left.size
      const inner = links.filter(({ from, to }) => left.has(from) && left.has(to))
      const [importing, imported] = [new Set(inner.map(({ from }) => from)), new Set(inner.map(({ to }) => to))]
      for (const file of left) if (!importing.has(file) || !imported.has(file)) left.delete(file)
    }
    expect([...left]).toEqual([])
  })

  test("every table is written to in one room of the domain, or in the adapters", () => {
    const writers = new Map<string, Set<string>>()
    for (const { table, room } of shopCode.flatMap(writesOf))
      writers.set(table, (writers.get(table) ?? new Set()).add(room))
    const shared = [...writers]
      .filter(([, rooms]) => rooms.size > 1)
      .map(([table, rooms]) => [table, [...rooms].sort()])
    expect(shared).toEqual([])
    const unknown = [...writers.keys()].filter((table) => !tables.has(table))
    expect(unknown).toEqual([])
    expect(
      [...writers.values()].flatMap((rooms) => [...rooms]).filter((room) => !/^(domain|adapters)\b/.test(room)),
    ).toEqual([])
  })

  test("adapters import the domain's ports and the shared modules, and nothing else of the shop", () => {
    expect(crossing("app/adapters/", ["app/http/", "app/routes/", "app/ui/", "app/commands/"])).toEqual([])
  })

  test("adapters are connected to the domain in one place", () => {
    const joined = imports.filter(({ from, to }) => to.startsWith("app/adapters/") && !from.startsWith("app/adapters/"))
    const places = new Set(joined.map(({ from }) => from))
    expect([...places].sort()).toEqual(["app/commands/media.server.ts", "app/open-shop.server.ts"])
  })

  test("screens and calls use the domain, never the database or an adapter", () => {
    expect(crossing("app/routes/", ["db/", "app/adapters/", "kysely", "pg"])).toEqual([])
  })

  test("only doorways admit people: no screen or call creates an actor or reads the session", () => {
    const callers = shopCode.filter(
      (file) =>
        /^app\/(http|routes|ui)\//.test(file) &&
        /\b(require(Member|Buyer|Staff)|staffOf)\b|\bas (Member|Buyer|Guest|Staff)\b/.test(read(file)),
    )
    expect(callers).toEqual(["app/http/doorways/audience.ts", "app/http/doorways/request-context.server.ts"])
    const asking = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("app/routes/") && !typeOnly && to === "app/http/doorways/request-context.server",
    )
    expect(asking).toEqual([])
  })

  test("only accounts and staff refer to a role by name: all others require a permission", () => {
    const asking = shopCode.filter((file) => /[!=]== "(admin|user)"/.test(withoutComments(read(file))))
    expect(asking.filter((file) => !/^app\/domain\/(accounts|staff)\//.test(file))).toEqual([])
  })

  test("every loader and action is created by a doorway and exported directly", () => {
    const doorways =
      "page|cachedPage|buyerPage|returnPage|orderPage|memberPage|adminPage|chosenBy|staticPage|staticContent|" +
      "form|buyerForm|orderForm|memberForm|adminForm|endpoints|openMailedLink"
    const plainExport = new RegExp(`^export const (loader|action) = ((${doorways})\\(|loader$|\\(.*\\) => redirect\\()`)
    // The build for browsers cannot remove a loader from a destructured export, nor its server imports.
    const anyExport = /^export (?:(?:async )?function |const |\{.*)\b(?:loader|action)\b|^export const \{/
    const others = shopCode.filter(
      (file) =>
        file.startsWith("app/routes/") &&
        read(file)
          .split("\n")
          .some((line) => anyExport.test(line) && !plainExport.test(line)),
    )
    expect(others).toEqual([
      // These serve the same text to everyone, without a query.
      "app/routes/api/not-found.ts",
      // One address has two forms, so the address chooses the doorway.
      "app/routes/auth/login.tsx",
    ])
  })

  test("no folder has more than thirty loose files: beyond that it has rooms", () => {
    const loose = new Map<string, number>()
    for (const file of shopCode.filter((name) => /^(app|db)\//.test(name)))
      loose.set(dirname(file), (loose.get(dirname(file)) ?? 0) + 1)
    expect([...loose].filter(([, files]) => files > 30)).toEqual([])
  })

  test("components take props: no server code, no database, no doorway", () => {
    const reached = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("app/ui/") && !typeOnly && (/\.server/.test(to) || /^(app\/http|app\/routes|db)\//.test(to)),
    )
    expect(reached).toEqual([])
  })
})

describe("the route map", () => {
  const endings = new Map<string, string>()
  for (const [file, path] of addressesOf(map as RouteConfigEntry[])) {
    endings.set(file, [endings.get(file), `/${path}`].filter(Boolean).join(" "))
  }

  test("every route has its file, and every file's first line is its address", () => {
    const wrong = [...endings].filter(([file, path]) => addressOf(file) !== path)
    expect(
      wrong.map(([file, path]) => `${file}: ${existsSync(join(root, file)) ? addressOf(file) : "missing"} but ${path}`),
    ).toEqual([])
  })

  test("every file with an address is in the route map", () => {
    const lost = shopCode.filter((file) => file.startsWith("app/routes/") && addressOf(file) && !endings.has(file))
    expect(lost).toEqual([])
  })

  test("every API call declares its methods, and no screen does", () => {
    const unnamed = [...endings.keys()].filter((file) => {
      const first = firstLine(file)
      return /^\/\/ [A-Z]/.test(first) !== file.startsWith("app/routes/api/")
    })
    expect(unnamed).toEqual([])
  })
})

describe("code conventions", () => {
  test("no `utils` folders and no barrels", () => {
    const words = /(^|\/)(utils?|helpers?|misc|common|shared|services?|managers?|index)(\.|\/)/
    const bags = sources.filter((file) => words.test(file) && !file.endsWith("styles/index.css"))
    expect(bags).toEqual([])
  })

  test("time comes from the database's clock, not from the machine's", () => {
    const machine = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/
    const server = shopCode.filter((file) => !/^app\/commands\/(bench|test\.mjs)/.test(file))
    const asking = server.filter((file) => machine.test(withoutComments(read(file))))
    expect(asking).toEqual(["db/database-clock.server.ts"])
  })

  test("no check is disabled", () => {
    const loose =
      /\b(it|test|describe)\.(skip|only|todo|fixme)\b|@ts-(ignore|nocheck|expect-error)|\bas any\b|: any[;,)>=]|<any>/
    const found = sources.filter((file) => file !== "app/architecture.test.ts" && loose.test(read(file)))
    expect(found).toEqual([])
  })
})

/** Returns every route file with its address; a child's begins with its parent's. */
function addressesOf(routes: RouteConfigEntry[], parent = ""): [file: string, path: string][] {
  return routes.flatMap(({ file, path = "", children = [] }) => {
    const address = [parent, path].filter(Boolean).join("/")
    return [[`app/${file}`, address] as [string, string], ...addressesOf(children, address)]
  })
}

/** Returns the imports from one place to any of the others. */
function crossing(from: string, to: string[]): Import[] {
  return imports.filter(
    (one) => one.from.startsWith(from) && to.some((place) => one.to === place || one.to.startsWith(place)),
  )
}

/**
 * Returns where a file inserts into, updates or deletes from a table, with Kysely or in SQL. The demo, the seed, a
 * bench, backup and restore write whole databases and belong to no room; triggers follow the writes of a room.
 */
function writesOf(file: string): { table: string; room: string }[] {
  if (/^app\/(demo|backup|commands\/(seed|bench\/migrate))/.test(file)) return []
  const room = /^app\/(domain\/[^/]+|adapters)\//.exec(file)?.[1] ?? file
  const built = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`](\w+)/g
  const raw =
    /\b(?:insert\s+into|delete\s+from|update|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)"?(?=[\s(`;])/g
  const found = [built, raw].flatMap((pattern) => [...withoutComments(read(file)).matchAll(pattern)])
  const isSql = (match: RegExpExecArray) => match[0].startsWith(".") || tables.has(match[1] ?? "")
  return found.filter(isSql).map(([, table = ""]) => ({ table, room }))
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
}

/** Returns the folder that is a file's room; the loose files of a folder of rooms are one too, and so is all of `db`. */
function roomOf(file: string): string {
  const [top = "", folder = "", room = ""] = dirname(file).split("/")
  const hasRooms = ["domain", "http", "routes", "ui"].includes(folder)
  return top === "app" ? [top, folder, hasRooms ? room : ""].filter(Boolean).join("/") : top
}

function isForTests(file: string): boolean {
  return /\.(test|outage)\.tsx?$|^app\/testing\/|\/testing\//.test(file)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort()
}

function importsOf(from: string): Import[] {
  const statements = read(from).matchAll(/^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm)
  return [...statements].map(([, type, target = ""]) => ({ from, to: fileOf(from, target), typeOnly: Boolean(type) }))
}

/** Includes dynamic imports and mocks */
function specifiersOf(file: string): string[] {
  return [...read(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\bmock\()\s*"([^"]+)"/g)].map(
    ([, target = ""]) => target,
  )
}

function fileOf(from: string, target: string): string {
  if (target.startsWith("~/")) return `app/${target.slice(2)}`
  if (target.startsWith("~db/")) return `db/${target.slice(4)}`
  return target.startsWith(".") ? relative(root, resolve(root, dirname(from), target)).replaceAll("\\", "/") : target
}

/** Returns the address in a route file's first line: `// /cart` or `// GET, PUT /api/v1/me`. */
function addressOf(file: string): string | null {
  return /^\/\/ (?:[A-Z, ]+ )?(\/\S*(?: \/\S*)*)$/.exec(firstLine(file))?.[1] ?? null
}

function firstLine(file: string): string {
  return existsSync(join(root, file)) ? (read(file).split("\n", 1)[0] ?? "") : ""
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8")
}
