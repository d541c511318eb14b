import type { ViteDevServer } from "vite"
import { logFailure } from "./failure.server"
import { prepareProcess } from "./prepare-process.server"

/**
 * The server's program: `node build/server/server.js`, and with `vite` `npm run dev`. What is configured is read before
 * anything else is loaded, because React asks for NODE_ENV as soon as it is there.
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

if (import.meta.env.PROD) await start()
