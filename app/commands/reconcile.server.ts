import { checkBooks } from "~/domain/checkout/check-books.server"
import { reconcile } from "~/domain/checkout/reconcile.server"
import { openLog, openShop } from "~/open-shop.server"
import { parseSettings } from "~/settings.server"

/**
 * `npm run reconcile`: settles every payment that nobody told the shop of, then compares the books with themselves. The
 * exit code is 0 when everything agrees.
 */
export async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  const open = await openShop(settings, { log: openLog(settings) })
  try {
    const { finished, released, refunded, waiting } = await reconcile(open.shop)
    say(`${finished} payments finished, ${released} holds released, ${refunded} refunds confirmed`)
    const amiss = [...waiting, ...(await checkBooks(open.shop))]
    for (const sentence of amiss) process.stderr.write(`${sentence}\n`)
    if (amiss.length === 0) say("Everything agrees.")
    else process.exitCode = 1
  } finally {
    await open.close()
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
