import { setTimeout as sleep } from "node:timers/promises"
import { Logger, run, type TaskList } from "graphile-worker"
import { z } from "zod"
import { openPool } from "~db/database.server"
import { sendResetLink } from "./domain/accounts/password-reset.server"
import { sweepAccounts } from "./domain/accounts/sweep.server"
import { forgetOldSearches } from "./domain/catalog/popular-searches.server"
import { reconcile } from "./domain/checkout/reconcile.server"
import { continueImports, runImport } from "./domain/inventory/run-import.server"
import { deliverDueMails, deliverMail, sweepMails } from "./domain/mail/deliver.server"
import { sweepPictures } from "./domain/media/sweep.server"
import { tellRefund } from "./domain/orders/order-refunds.server"
import { sweepRemovals } from "./domain/removals/sweep-removals.server"
import type { Shop } from "./domain/shop"
import type { OpenShop } from "./open-shop.server"

/** Every minute: what was promised and may have been forgotten. Every hour and every night: what may be forgotten. */
const CRONTAB = `
* * * * * deliver-due-mails ?max=1
* * * * * reconcile ?max=1
* * * * * continue-imports ?max=1
23 * * * * sweep-accounts ?max=1
41 3 * * * sweep-removals ?max=1
17 4 * * * sweep-pictures ?max=1
`

/** When a stop tells long jobs to end, and how long it waits for all of them, in milliseconds. */
const TELL_AFTER = 500
const LONGEST_WAIT = 2_000

/** Runs the shop's background jobs in this process; any number of processes share them through the database. */
export async function startBackground({ databaseUrl, shop }: OpenShop): Promise<{ stop(): Promise<void> }> {
  const logger = new Logger((scope) => (level, message) => {
    if (level === "error" || level === "warning") shop.log.warn({ scope }, message)
  })
  const onError = (error: Error) => shop.log.warn({ err: error }, "a database connection of the jobs broke")
  const pool = openPool({ url: databaseUrl, max: 4, statementTimeout: 0, onError })
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger,
    taskList: tasksOf(shop),
    crontab: CRONTAB,
    preset: { worker: { gracefulShutdownAbortTimeout: TELL_AFTER } },
  })
  const first = reconcile(shop).catch((error) => shop.log.error({ err: error }, "the first reconciliation failed"))
  return {
    async stop() {
      await Promise.race([Promise.all([runner.stop(), first]), sleep(LONGEST_WAIT)])
      await Promise.race([pool.end(), sleep(LONGEST_WAIT)])
    },
  }
}

/** The jobs by their names; what they are given was written by the shop itself. */
function tasksOf(shop: Shop): TaskList {
  return {
    "deliver-mail": async (payload) => void (await deliverMail(shop, z.object({ id: z.string() }).parse(payload).id)),
    "deliver-due-mails": () => deliverDueMails(shop),
    "send-reset-link": (payload) => sendResetLink(shop, z.object({ email: z.string() }).parse(payload).email),
    reconcile: async () => void (await reconcile(shop)),
    "tell-refund": (payload) => tellRefund(shop, z.object({ id: z.string() }).parse(payload).id),
    "import-products": (payload, { abortSignal }) =>
      runImport(shop, z.object({ id: z.string() }).parse(payload).id, abortSignal),
    "continue-imports": (_, { abortSignal }) => continueImports(shop, abortSignal),
    "sweep-removals": () => sweepRemovals(shop),
    "sweep-pictures": async () => void (await sweepPictures(shop)),
    "sweep-accounts": async () => {
      await sweepAccounts(shop)
      await sweepMails(shop)
      await forgetOldSearches(shop)
    },
  }
}
