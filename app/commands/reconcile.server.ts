import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import type { Shop } from "~/domain/shop"
import { assertLive } from "~/domain/standby.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

export async function main(settings: Settings): Promise<void> {
  const { done, amiss } = await withShop(settings, async ({ shop }) => {
    await assertLive(shop)
    return reconcileAndCheck(shop)
  })
  print(done)
  for (const sentence of amiss) fail(sentence)
}

/** Returns a sentence about what was done, and the violated invariants. */
export async function reconcileAndCheck(shop: Shop): Promise<{ done: string; amiss: string[] }> {
  const { finished, released, refunded, waiting } = await reconcile(shop)
  const amiss = [...waiting, ...(await checkInvariants(shop))]
  const did = `Payments completed: ${finished}, holds released: ${released}, refunds confirmed: ${refunded}.`
  return { amiss, done: amiss.length === 0 ? `${did} All data is consistent.` : did }
}
