// npm run dev: the shop from its sources, changing as they change.
import { giveUp, prepare } from "./prepare.mjs"

prepare({ build: false })
process.env.NODE_ENV ??= "development"
const { createServer } = await import("vite")
const vite = await createServer({ configFile: "remix.config.js", server: { middlewareMode: true } })
const { serve } = await vite.ssrLoadModule("./server.ts")
await serve(vite).catch((error) => giveUp(error.name === "SettingsError" ? error.message : error.stack))
