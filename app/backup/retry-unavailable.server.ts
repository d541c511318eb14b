import { setTimeout as sleep } from "node:timers/promises"
import { ShopError } from "~/domain/shop-error"

/** Milliseconds */
const PAUSES = [500, 3_000]

/** Repeats a call to a media store that is briefly unavailable, which should not end hours of work. */
export async function retryUnavailable<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ShopError && error.kind === "unavailable")) throw error
      await sleep(pause)
    }
  }
  return call()
}
