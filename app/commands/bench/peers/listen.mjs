// @ts-check
import { createServer } from "node:http"

/**
 * Serves on a free port of this machine, tells the bench where, and ends with it.
 * @param {import("node:http").RequestListener} listener
 */
export function listen(listener) {
  const server = createServer(listener).listen(0, "127.0.0.1", () => {
    const address = server.address()
    process.send?.({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : address}` })
  })
  process.on("disconnect", () => process.exit())
}
