import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, transformWithEsbuild } from "vite"
import { olderColours } from "./app/ui/styles/older-colours.mjs"

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/** Each program becomes `build/server/<name>.js`, and all share one module graph. */
const programs = {
  server: "app/commands/start.server.ts",
  command: "app/commands/command.server.ts",
  "picture-worker": "app/domain/media/picture-worker-program.server.ts",
}

/** Bundling makes the start faster; React must exist only once, so its dependents are bundled too. */
const bundled = [
  /^(kysely|zod)$/,
  /^(prop-types|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)(\/|$)/,
  /^@(conform-to|remix-run\/react|remix-run\/router|stripe\/react-stripe-js)(\/|$)/,
]

/** Remix allows only one server entry. */
const serverPrograms = {
  name: "counter:programs",
  config: {
    order: "post",
    handler(_config, { command, isSsrBuild }) {
      if (command !== "build" || !isSsrBuild) return
      const build = { rollupOptions: { input: programs, output: { entryFileNames: "[name].js" } } }
      const define = { "process.env.NODE_ENV": '"production"' }
      return { build, define, ssr: { noExternal: bundled } }
    },
  },
}

/** React and Remix are separate files, so that a phone can respond between scripts. */
const packages = {
  // Includes the bundler's own helper, which React would otherwise import from a file that imports React
  react: /\/node_modules\/(react|react-dom|scheduler)\/|^\0commonjsHelpers/,
  remix: /\/node_modules\/(@remix-run|react-router|react-router-dom|turbo-stream)\//,
}
/** Modules of every page, and the pages that a link preloads, one file each */
const shopperEntries =
  /\/app\/(root|entry\.client|routes\/storefront\/(home|products\/products|product\/product))\.tsx\b/

function sharedFile(id, { getModuleInfo }) {
  const ofPackage = Object.keys(packages).find((name) => packages[name].test(id))
  if (ofPackage) return ofPackage
  const entries = [...entriesOf(id, getModuleInfo)]
  return entries.length > 1 && entries.some((entry) => shopperEntries.test(entry)) ? "shop" : undefined
}

/** Returns the modules that are loaded together with a module: pages, and dynamic imports. */
function entriesOf(id, getModuleInfo, entries = new Set(), seen = new Set()) {
  if (seen.has(id)) return entries
  seen.add(id)
  const { isEntry, importers, dynamicImporters } = getModuleInfo(id)
  if (isEntry || dynamicImporters.length > 0) entries.add(id)
  for (const importer of importers) entriesOf(importer, getModuleInfo, entries, seen)
  return entries
}

const sharedFiles = {
  name: "counter:shared-files",
  config(_config, { command, isSsrBuild }) {
    if (command !== "build") return
    // Both builds name pictures and fonts, which are the same files.
    const hashCharacters = "base36"
    if (isSsrBuild) return { build: { rollupOptions: { output: { hashCharacters } } } }
    // A page lists every route's file, so a shorter hash saves bytes.
    const named = "assets/[name]-[hash:7].js"
    const output = { manualChunks: sharedFile, entryFileNames: named, chunkFileNames: named, hashCharacters }
    return { build: { rollupOptions: { output }, commonjsOptions: { strictRequires: "auto" } } }
  },
}

/** Replaces Remix's loader, which reloads the page and loses typed text if a script is missing (0061). */
const routeModules = {
  name: "counter:route-modules",
  enforce: "pre",
  resolveId(source, importer, { ssr }) {
    const ofRemix = source === "./routeModules.js" && importer?.includes("/@remix-run/react/")
    return ofRemix && !ssr ? path("./app/connection/route-modules.tsx") : undefined
  },
}

/**
 * Vite's own helper preloads from the page's host, not the assets', and takes a kilobyte. All styles are in one file.
 */
const plainImports = {
  name: "counter:plain-imports",
  enforce: "pre",
  config: () => ({ build: { modulePreload: false } }),
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load()" : undefined),
}

/** Inlines the flags below, which drops the code that they disable, and `data-discover` (0061). */
const leanRemix = {
  name: "counter:lean-remix",
  transform(code, id) {
    const [, file] = id.split("/@remix-run/react/dist/esm/")
    if (file === "scroll-restoration.js") return transformWithEsbuild(code, id, { minify: true })
    if (!file) return
    return code
      .replaceAll('discover = "render"', 'discover = "none"')
      .replaceAll(/(window\.__remixContext\.)?\bfuture\.v3_singleFetch\b/g, "true")
      .replaceAll(/\bfuture\.v3_lazyRouteDiscovery\b|window\.__remixContext\.isSpaMode/g, "false")
  },
}

/**
 * Keeps the half of react-dom/server that renders to strings; of react-dom itself, 200 kB, pages use only functions
 * that browsers call.
 */
const serverReactDom = {
  name: "counter:server-react-dom",
  apply: "build",
  enforce: "pre",
  resolveId(source, _importer, { ssr }) {
    if (ssr && source === "react-dom") return "\0server-react-dom"
    if (ssr && source === "react-dom/server")
      return path("./node_modules/react-dom/cjs/react-dom-server-legacy.node.production.min.js")
  },
  load: (id) =>
    id === "\0server-react-dom"
      ? "export const createPortal = () => null\nexport const flushSync = (work) => work()"
      : undefined,
}

/** Rooms of `app/routes` and of its API calls that are loaded on demand, and their modules in the build */
const modulesOf = { admin: "", account: "" }
const VIRTUAL = "virtual:routes/"

/**
 * Most requests need no route of the back office or of an account: their modules are empty until
 * `app/http/server/rooms-on-demand.server.ts` fills them in.
 */
const roomsOnDemand = {
  name: "counter:rooms-on-demand",
  apply: "build",
  transform(code, id) {
    if (id !== "\0virtual:remix/server-build") return
    let rooms = code
    for (const room of Object.keys(modulesOf)) {
      const routes = []
      const imports = new RegExp(`import \\* as (route\\d+) (from "[^"]*/routes/(?:api/)?${room}/[^"]*";)`, "g")
      rooms = rooms.replaceAll(imports, (_, name, from) => {
        routes.push({ name, from })
        return `const ${name} = {};`
      })
      if (routes.length === 0) this.error("Remix has changed how its build imports routes")
      modulesOf[room] = routes.map(({ name, from }) => `export * as ${name} ${from}`).join("\n")
      rooms += `
        async function load_${room}() {
          const loaded = await import("${VIRTUAL}${room}")
          ${routes.map(({ name }) => `Object.assign(${name}, loaded.${name})`).join("\n")}
        }`
    }
    const loaders = Object.keys(modulesOf).map((room) => `${room}: load_${room}`)
    return `${rooms}
      export const rooms = { ${loaders} }`
  },
  resolveId: (source) => (source.startsWith(VIRTUAL) ? `\0${source}` : undefined),
  load(id) {
    return id.startsWith(`\0${VIRTUAL}`) ? modulesOf[id.slice(VIRTUAL.length + 1)] : undefined
  },
}

// Loading Remix's compiler takes the tests a second.
const { vitePlugin: remix } = process.env.VITEST ? {} : await import("@remix-run/dev")

export default defineConfig({
  plugins: process.env.VITEST
    ? []
    : [
        remix({
          future: {
            v3_fetcherPersist: true,
            v3_lazyRouteDiscovery: false,
            v3_relativeSplatPath: true,
            v3_routeConfig: true,
            v3_singleFetch: true,
            v3_throwAbortReason: true,
          },
        }),
        serverPrograms,
        routeModules,
        plainImports,
        leanRemix,
        serverReactDom,
        roomsOnDemand,
        sharedFiles,
      ],
  resolve: { alias: { "~": path("./app"), "~db": path("./db") } },
  build: { target: "es2022" },
  css: { postcss: { plugins: [olderColours] } },
  // Keeps the license notice of a package once per file, not once for each of its modules.
  esbuild: { legalComments: "eof", ...(process.env.VITEST && { jsx: "automatic", jsxDev: false }) },
  // Vite's own search would reach server code, and late finds would break the first page.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      "react",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
      "@remix-run/react",
      "@conform-to/react",
      "@stripe/react-stripe-js",
      "@stripe/stripe-js",
    ],
  },
  test: {
    projects: [
      // Processes of a file share its modules, and journeys share its browser, so state belongs in the database.
      {
        extends: true,
        test: {
          name: "shop",
          isolate: false,
          // The production builds of React and Remix: development checks take a quarter of the time.
          env: { NODE_ENV: "production" },
          include: ["app/**/*.test.{ts,tsx}", "db/**/*.test.ts"],
          exclude: ["**/*.journey.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          isolate: false,
          include: ["app/**/*.journey.test.ts"],
          exclude: ["**/*.alone.journey.test.ts"],
          testTimeout: 180_000,
        },
      },
      // Each of these measures a server, so no other browser runs at the same time, and each has a core.
      {
        extends: true,
        test: {
          name: "journeys-alone",
          isolate: false,
          include: ["app/**/*.alone.journey.test.ts"],
          maxWorkers: 2,
          testTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "shots",
          include: ["app/**/*.shots.ts"],
          testTimeout: 1_200_000,
          sequence: { groupOrder: 2 },
        },
      },
      // Drives programs that are seldom installed, so `npm test` does not run it (docs/browsers.md).
      {
        extends: true,
        test: {
          name: "browsers",
          include: ["app/**/*.browsers.ts"],
          testTimeout: 300_000,
          sequence: { groupOrder: 4 },
        },
      },
      // Takes minutes, so `npm test` does not run it.
      {
        extends: true,
        test: {
          name: "outages",
          include: ["app/**/*.outage.ts"],
          testTimeout: 600_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
    globalSetup: "db/testing/test-global-setup.ts",
    alias: { "@remix-run/route-config": path("./app/testing/processes/route-config.ts") },
    // Two more than cores, because tests wait (0139).
    maxWorkers: availableParallelism() + 2,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
})
