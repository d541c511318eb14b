import { prepare } from "./clone/prepare.mjs"

await prepare({ tools: true, build: false })
process.env.NODE_ENV ??= "development"
const { createServer } = await import("vite")
const vite = await createServer({ configFile: "remix.config.js", server: { middlewareMode: true } })
const { start } = await vite.ssrLoadModule("./app/commands/start.server.ts")
await start(vite)
