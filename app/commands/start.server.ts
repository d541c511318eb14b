import { setFlagsFromString } from "node:v8"
import type { ViteDevServer } from "vite"
import { logFailure } from "./process/failure.server"
import { prepareProcess } from "./process/prepare-process.server"

/** Reads the configuration first, because packages read NODE_ENV when they are loaded. */
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

/** Percent of growth between garbage collections; V8's default lets the heap grow fourfold. */
const HEAP_GROWTH = 60
/** V8 never shrinks this space, and most of what the start loads stays, so it grows only once the shop is open. */
const NEW_SPACE_GROWTH = { opening: 1, open: 2 }

if (import.meta.env.PROD) {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.opening}`)
  await start()
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH.open}`)
}
