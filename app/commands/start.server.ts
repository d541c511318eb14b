import { setFlagsFromString } from "node:v8"
import type { ViteDevServer } from "vite"
import { logFailure } from "./failure.server"
import { prepareProcess } from "./prepare-process.server"

/**
 * The server's program: `node build/server/server.js`, and with `vite` `npm run dev`. Reads the configuration before
 * anything else is loaded, because packages read NODE_ENV when they are.
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

/** Percent by which the heap may grow before garbage is collected; V8's own value lets it grow fourfold. */
const HEAP_GROWTH = 60
/**
 * Factor by which the room for new objects grows. It never shrinks, and nearly everything that is loaded at the start
 * stays, so it begins to grow once the shop is open.
 */
const NEW_SPACE_GROWTH = { opening: 1, open: 2 }

if (import.meta.env.PROD) {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.opening}`)
  await start()
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.open}`)
}
