import { setTimeout as sleep } from "node:timers/promises"
import type { Task, TaskList } from "graphile-worker"
import type pg from "pg"
import { z } from "zod"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { sweepAccounts } from "~/domain/accounts/sweep-accounts.server"
import { pruneAuditLog } from "~/domain/audit/prune-audit-log.server"
import { deleteOldChanges } from "~/domain/catalog/catalog-changes.server"
import { moveProducts } from "~/domain/catalog/categories/move-products.server"
import { deletePastPrices } from "~/domain/catalog/past-prices.server"
import { PUBLICATION_INTERVAL, updatePublications } from "~/domain/catalog/publication/publication.server"
import { reindexProducts } from "~/domain/catalog/reindex-products.server"
import { updateSalePrices } from "~/domain/catalog/sales/update-sale-prices.server"
import { clearHoldAddresses } from "~/domain/checkout/hold/hold-limits.server"
import { notifyHeldStock } from "~/domain/checkout/hold/notify-held-stock.server"
import { reconcilePayments, releaseExpiredHolds } from "~/domain/checkout/reconciliation/reconcile-payments.server"
import { recoverPayments } from "~/domain/checkout/reconciliation/recover-payments.server"
import { syncFees } from "~/domain/checkout/reconciliation/sync-fees.server"
import { syncRecentRefunds } from "~/domain/checkout/reconciliation/sync-refunds.server"
import { stopsWork } from "~/domain/dashboard/clock-skew"
import { sweepClosedAccounts } from "~/domain/deletion/close-account.server"
import { invalidateAtDiscountDates } from "~/domain/discounts/invalidate-at-dates.server"
import { sweepFactors } from "~/domain/factors/sweep-factors.server"
import type { JobName, JobPayloads } from "~/domain/jobs/jobs.server"
import { deliverDueMails, sweepMails } from "~/domain/mail/deliver.server"
import { queueOwnerEmails } from "~/domain/mail/owner-notifications.server"
import { cancelRefundedOrders } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
import { reportRefund } from "~/domain/orders/cancellation/complete-refund.server"
import { endUnpaidOrders } from "~/domain/orders/receiving/unpaid-orders.server"
import { mergeSales } from "~/domain/orders/sales-by-day.server"
import { sendOrderClaim } from "~/domain/orders/send-order-claim.server"
import { sendOrderLinks } from "~/domain/orders/send-order-links.server"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { deleteOldSearches, flushSearches } from "~/domain/search/popular/popular-searches.server"
import { sweepWords } from "~/domain/search/sweep-words.server"
import type { Shop } from "~/domain/shop"
import { sweepInvitations } from "~/domain/staff/invitations.server"
import { findStandby } from "~/domain/standby.server"
import { invalidateAtRateDates } from "~/domain/taxes/invalidate-at-dates.server"
import type { OpenShop } from "~/open-shop.server"
import { openPool } from "~db/database.server"
import { withAdvisoryLock } from "./advisory-lock.server"
import { JobRunner } from "./job-runner.server"
import { PeriodicWork } from "./periodic-work.server"
import { deleteFailedJobs, unlockLostJobs } from "./queued-jobs.server"

interface PeriodicWorkRule {
  /** Failures are retried in the next round. */
  run(shop: Shop, signal: AbortSignal): Promise<unknown>
  cron?: string
  runsAtStart?: boolean
  isExclusive?: boolean
  /** Milliseconds between rounds in every process, without the job queue */
  interval?: number
  /** The work must not touch anything outside the database. */
  runsOnStandby?: boolean
  /** The job that starts a round immediately */
  triggeredBy?: JobName
}

const MINUTELY = "* * * * *"

const PERIODIC_WORK: Record<string, PeriodicWorkRule> = {
  payments: { cron: MINUTELY, runsAtStart: true, isExclusive: true, run: reconcilePayments },
  holds: { cron: MINUTELY, runsAtStart: true, isExclusive: true, run: releaseExpiredHolds },
  "held-stock": { cron: MINUTELY, run: notifyHeldStock },
  refunds: { cron: MINUTELY, runsAtStart: true, isExclusive: true, run: processDueRefunds },
  "lost-payments": { cron: MINUTELY, runsAtStart: true, isExclusive: true, run: recoverPayments },
  "refunds-elsewhere": { cron: MINUTELY, runsAtStart: true, isExclusive: true, run: syncRecentRefunds },
  fees: { cron: "21 * * * *", run: syncFees },
  "refunded-orders": { cron: MINUTELY, runsAtStart: true, run: cancelRefundedOrders },
  "unpaid-orders": { cron: MINUTELY, runsAtStart: true, run: endUnpaidOrders },
  publications: { interval: PUBLICATION_INTERVAL, runsAtStart: true, runsOnStandby: true, run: updatePublications },
  "sale-prices": { interval: PUBLICATION_INTERVAL, runsAtStart: true, runsOnStandby: true, run: updateSalePrices },
  "tax-rates": { interval: PUBLICATION_INTERVAL, runsAtStart: true, runsOnStandby: true, run: invalidateAtRateDates },
  discounts: { interval: PUBLICATION_INTERVAL, runsAtStart: true, runsOnStandby: true, run: invalidateAtDiscountDates },
  mails: { interval: 10_000, runsAtStart: true, triggeredBy: "deliver-mail", run: deliverDueMails },
  "owner-mails": { cron: MINUTELY, runsAtStart: true, triggeredBy: "notify-owner", run: queueOwnerEmails },
  invoices: {
    cron: MINUTELY,
    runsAtStart: true,
    triggeredBy: "issue-documents",
    run: async (shop, signal) =>
      (await import("~/domain/invoices/issue-documents.server")).issueDocuments(shop, signal),
  },
  imports: {
    cron: MINUTELY,
    runsAtStart: true,
    isExclusive: true,
    runsOnStandby: true,
    triggeredBy: "import-products",
    run: async (shop, signal) =>
      (await import("~/domain/product-table/import/run-import.server")).resumeImports(shop, signal),
  },
  "customer-imports": {
    cron: MINUTELY,
    runsAtStart: true,
    isExclusive: true,
    runsOnStandby: true,
    triggeredBy: "import-customers",
    run: async (shop, signal) =>
      (await import("~/domain/customers/import/run-import.server")).resumeCustomerImports(shop, signal),
  },
  "bank-files": {
    cron: MINUTELY,
    runsAtStart: true,
    isExclusive: true,
    runsOnStandby: true,
    triggeredBy: "book-bank-file",
    run: async (shop, signal) => (await import("~/domain/bank-files/book-file.server")).resumeBookings(shop, signal),
  },
  "customer-invitations": {
    interval: 10_000,
    triggeredBy: "invite-customers",
    run: async (shop, signal) => (await import("~/domain/customers/invitations.server")).sendInvitations(shop, signal),
  },
  // The job queue does not run this work, which repairs the queue.
  "lost-jobs": { interval: 60_000, runsAtStart: true, runsOnStandby: true, run: unlockLostJobs },
  "sweep-accounts": { cron: "23 * * * *", run: sweepAccounts },
  "sweep-factors": { cron: "24 * * * *", run: sweepFactors },
  "sweep-invitations": { cron: "26 * * * *", run: sweepInvitations },
  "sweep-closed-accounts": { cron: "25 * * * *", run: sweepClosedAccounts },
  "sweep-holds": { cron: "27 * * * *", run: clearHoldAddresses },
  "sweep-mails": { cron: "29 * * * *", run: sweepMails },
  reindexing: { cron: MINUTELY, runsAtStart: true, isExclusive: true, runsOnStandby: true, run: reindexProducts },
  "moved-products": { cron: MINUTELY, runsAtStart: true, isExclusive: true, runsOnStandby: true, run: moveProducts },
  searches: { interval: 60_000, runsOnStandby: true, run: flushSearches },
  "sweep-searches": { cron: "31 * * * *", run: (shop) => deleteOldSearches(shop) },
  "sweep-words": { cron: "47 4 * * *", run: sweepWords },
  "sweep-prices": { cron: "35 * * * *", run: deletePastPrices },
  "sweep-changes": { cron: "37 * * * *", runsAtStart: true, runsOnStandby: true, run: deleteOldChanges },
  "sweep-jobs": { cron: "33 * * * *", run: deleteFailedJobs },
  "merge-sales": { cron: "39 * * * *", run: mergeSales },
  "sweep-removals": {
    cron: "41 3 * * *",
    run: async (shop) => (await import("~/domain/deletion/purge-deleted.server")).purgeDeleted(shop),
  },
  "prune-audit-log": { cron: "53 3 * * *", run: pruneAuditLog },
  "picture-sums": {
    cron: "43 * * * *",
    isExclusive: true,
    run: async (shop, signal) => (await import("~/domain/media/verify-pictures.server")).learnSums(shop, signal),
  },
  "sweep-pictures": {
    cron: "17 4 * * *",
    run: async (shop) => (await import("~/domain/media/sweep-pictures.server")).sweepPictures(shop),
  },
}

const STOP_TIMEOUT = 2_000

type Clock = Pick<OpenShop["clock"], "skew" | "steps" | "measure">

interface BackgroundParts extends Pick<OpenShop, "databaseUrl" | "shop"> {
  clock: Clock
}

/** Shares the work with other processes; a lost job loses nothing, because every round reads the shop's own tables. */
export function startBackground({ databaseUrl, shop, clock }: BackgroundParts) {
  const onError = (error: Error) => shop.log.warn({ err: error }, "a database connection of the background broke")
  const locks = openPool({
    url: databaseUrl,
    max: Object.values(PERIODIC_WORK).filter(({ isExclusive }) => isExclusive).length,
    onError,
  })
  const works = Object.entries(PERIODIC_WORK).map(([name, rule]) => ({
    rule,
    work: createPeriodicWork(shop, clock, locks, name, rule),
  }))
  const timers = works.flatMap(({ rule, work }) =>
    rule.interval ? [setInterval(() => work.start(), rule.interval)] : [],
  )
  const taskList: TaskList = Object.assign(quickJobs(shop), ...works.map(({ rule, work }) => tasksOf(rule, work)))
  const crontab = works.flatMap(({ rule, work }) => (rule.cron ? [cronLine(rule.cron, work)] : [])).join("\n")
  const runner = new JobRunner({ databaseUrl, log: shop.log, taskList, crontab, permit: () => permitOf(clock) })
  for (const { rule, work } of works) if (rule.runsAtStart) work.start()
  return {
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      const stopping = [runner.stop(), ...works.map(({ work }) => work.stop())]
      await Promise.race([Promise.all(stopping), sleep(STOP_TIMEOUT)])
      const flushing = flushSearches(shop).catch((error) => shop.log.warn({ err: error }, "searches were not counted"))
      await Promise.race([flushing, sleep(STOP_TIMEOUT)])
      await Promise.race([locks.end(), sleep(STOP_TIMEOUT)])
    },
  }
}

function createPeriodicWork(
  shop: Shop,
  clock: Clock,
  locks: pg.Pool,
  name: string,
  { isExclusive, runsOnStandby, run }: PeriodicWorkRule,
): PeriodicWork {
  const round = async (signal: AbortSignal) => {
    await clock.measure()
    if (stopsWork(clock.skew)) return
    if (!runsOnStandby && (await findStandby(shop))) return
    await renewMemories(shop)
    return run(shop, signal)
  }
  const exclusively = (signal: AbortSignal) => withAdvisoryLock(locks, name, () => round(signal))
  return new PeriodicWork(name, isExclusive ? exclusively : round, shop.log)
}

/** The job queue starts again when the database's clock was changed, because its timetable keeps the old time. */
const permitOf = ({ skew, steps }: Clock) => (stopsWork(skew) ? null : steps)

const cronLine = (when: string, { name }: PeriodicWork) => `${when} ${name} ?max=1&jobKey=${name}`

async function renewMemories({ settings, categories, discounts }: Shop): Promise<void> {
  await Promise.all([settings.renew(), categories.renew(), discounts.renew()])
}

function tasksOf({ triggeredBy }: PeriodicWorkRule, work: PeriodicWork): TaskList {
  return { [work.name]: async () => work.start(), ...(triggeredBy && { [triggeredBy]: async () => work.trigger() }) }
}

function quickJobs(shop: Shop): TaskList {
  const address: z.ZodType<
    JobPayloads["send-reset-link" | "send-sign-in-link" | "send-verification-link" | "send-order-links"]
  > = z.object({
    email: z.string(),
  })
  const refund: z.ZodType<JobPayloads["notify-refund"]> = z.object({ id: z.string() })
  const text = z.string()
  const withdrawal: z.ZodType<JobPayloads["file-withdrawal"]> = z.object({
    ...{ order: text, email: text, name: text, reason: text, items: text, at: text, address: text },
    userId: text.optional(),
  })
  const works: Partial<Record<JobName, (payload: unknown) => Promise<void>>> = {
    "send-reset-link": (payload) => sendLink(shop, "password-reset", address.parse(payload).email),
    "send-order-links": (payload) => sendOrderLinks(shop, address.parse(payload).email),
    "send-sign-in-link": (payload) => sendLink(shop, "sign-in", address.parse(payload).email),
    "send-verification-link": (payload) => sendLink(shop, "verification", address.parse(payload).email),
    "send-order-claim": (payload) => sendOrderClaim(shop, z.object({ userId: text }).parse(payload).userId),
    "file-withdrawal": async (payload) => {
      const { fileRequestedWithdrawal } = await import("~/domain/returns/request-withdrawal.server")
      await fileRequestedWithdrawal(shop, withdrawal.parse(payload))
    },
    "notify-refund": (payload) => reportRefund(shop, refund.parse(payload).id),
    "draw-demo-pictures": async (payload) => {
      const { drawDemoPictures } = await import("~/demo/draw-pictures.server")
      await drawDemoPictures(shop, z.object({ product: text, slug: text }).parse(payload))
    },
  }
  const renewed = (work: (payload: unknown) => Promise<void>): Task => {
    return (payload) => renewMemories(shop).then(() => work(payload))
  }
  return Object.fromEntries(Object.entries(works).map(([job, work]) => [job, renewed(work)]))
}
