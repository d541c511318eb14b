import { setFlagsFromString } from "node:v8"
import type { ViteDevServer } from "vite"
import { logFailure } from "./failure.server"
import { prepareProcess } from "./prepare-process.server"

/**
 * The server's program: `node build/server/server.js`, and with `vite` `npm run dev`. What is configured is read before
 * anything else is loaded, because packages ask for NODE_ENV as soon as they are there.
 */
export async function start(vite?: ViteDevServer): Promise<void> {
  try {
    const settings = prepareProcess()
    const { serve } = await import("../../server")
    await serve(settings, vite)
  } catch (error) {
    logFailure(error)
    process.exit(1)
  }
}

/** How much the heap may grow, in percent of what is alive in it, before garbage is collected; V8 alone lets it grow fourfold. */
const HEAP_GROWTH = 60
/**
 * By what factor the room for new objects grows when much of what is in it stays. While modules are loaded nearly everything
 * stays, and what the room has grown by is never given back: so it begins to grow when the shop is open.
 */
const NEW_SPACE_GROWTH = { opening: 1, open: 2 }

if (import.meta.env.PROD) {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.opening}`)
  await start()
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.open}`)
}
