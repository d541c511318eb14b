import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { vitePlugin as remix } from "@remix-run/dev"
import { defineConfig } from "vite"

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/** The programs of the shop: each becomes `build/server/<name>.js`, all sharing one module graph. */
const programs = {
  server: "server.ts",
  command: "app/commands/command.server.ts",
  "picture-worker": "app/domain/media/picture-worker-program.server.ts",
}

/** Remix names a single server entry; this lets the shop's own programs be the entries instead. */
const serverPrograms = {
  name: "counter:programs",
  config: {
    order: "post",
    handler(_config, { command, isSsrBuild }) {
      if (command !== "build" || !isSsrBuild) return
      return { build: { rollupOptions: { input: programs, output: { entryFileNames: "[name].js" } } } }
    },
  },
}

export default defineConfig({
  plugins: process.env.VITEST
    ? []
    : [
        remix({
          future: {
            v3_fetcherPersist: true,
            v3_lazyRouteDiscovery: true,
            v3_relativeSplatPath: true,
            v3_routeConfig: true,
            v3_singleFetch: true,
            v3_throwAbortReason: true,
          },
        }),
        serverPrograms,
      ],
  resolve: { alias: { "~": path("./app"), "~db": path("./db") } },
  build: { target: "es2022" },
  // In development: all that browsers get from packages. Vite's own search would wander into server code, and what it
  // found only after the first page was served would make that page's scripts fail.
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
  // Published as modules without saying so: Node alone cannot load it.
  ssr: { noExternal: ["country-state-city"] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "shop",
          include: ["app/**/*.test.{ts,tsx}", "db/**/*.test.ts"],
          exclude: ["**/*.journey.test.ts"],
        },
      },
      // Journeys share one browser's patience: one after the other, against the built shop.
      {
        extends: true,
        test: { name: "journeys", include: ["app/**/*.journey.test.ts"], fileParallelism: false, testTimeout: 120_000 },
      },
    ],
    globalSetup: "db/test-global-setup.ts",
    server: { deps: { inline: ["country-state-city"] } },
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
