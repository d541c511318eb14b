import type { Request, RequestHandler } from "express"
import { bodyLimits } from "./body-limits"
import { sendRefusal } from "./security.server"

const MB = 1024 * 1024

/** What large bodies may take together, in bytes, and how much of that one address. */
const TOGETHER = 32 * MB
const ONE_ADDRESS = 24 * MB
/** A body up to this size does not wait. */
const SMALL = MB / 4
/** How long a body waits before it is turned away, in milliseconds. */
const PATIENCE = 25_000

interface Turn {
  address: string
  bytes: number
  begin(): void
}

/**
 * Lets large bodies in by turns, so that many uploads at once never fill the memory: whoever waits is not read yet.
 * A turn lasts until the request is answered. Nobody can take all turns from one address.
 */
export function takeTurns(): RequestHandler {
  const running = new Set<Turn>()
  const waiting = new Set<Turn>()

  const taken = (turns: Iterable<Turn>) => Array.from(turns).reduce((sum, turn) => sum + turn.bytes, 0)
  const admit = () => {
    for (const turn of waiting) {
      if (taken(running) + turn.bytes > TOGETHER) return
      const own = [...running].filter(({ address }) => address === turn.address)
      if (taken(own) + turn.bytes > ONE_ADDRESS) continue
      waiting.delete(turn)
      running.add(turn)
      turn.begin()
    }
  }

  return (request, response, next) => {
    const bytes = announcedBytes(request)
    if (bytes <= SMALL || bytes > bodyLimits.request) return next()
    const impatience = setTimeout(() => {
      waiting.delete(turn)
      response.setHeader("Retry-After", "30").setHeader("Connection", "close")
      sendRefusal(request, response, 503, "Too many files are arriving at once. Please try again in a moment.")
    }, PATIENCE)
    const turn: Turn = {
      address: request.ip ?? "",
      bytes,
      begin() {
        clearTimeout(impatience)
        next()
      },
    }
    response.on("close", () => {
      clearTimeout(impatience)
      waiting.delete(turn)
      if (running.delete(turn)) admit()
    })
    waiting.add(turn)
    admit()
  }
}

/** As much as it may turn out to be, where nothing is announced. */
function announcedBytes({ headers }: Request): number {
  if (headers["transfer-encoding"] !== undefined) return bodyLimits.request
  return Number(headers["content-length"] ?? 0)
}
