import type { Tx } from "~/domain/shop"
import type { EventName, Events } from "./event"

/** Runs all subscribers in the transaction of the change. */
export async function emit<Name extends EventName>(tx: Tx, name: Name, event: Events[Name]): Promise<void> {
  for (const subscriber of tx.subscribers) await subscriber[name]?.(tx, event)
}
