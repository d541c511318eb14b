import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { migrate } from "~db/migrate.server"
import { openTestReplication } from "~db/testing/test-replica"
import { openShopProcesses } from "./shop-processes.server"
import { openSlowProxy, type SlowProxy } from "./slow-proxy.server"

export type FailoverCluster = Awaited<ReturnType<typeof openFailoverCluster>>

/** Backends that commit an order and wait for the replica */
const WAITING_ORDERS = `select count(*)::int from pg_stat_activity join pg_locks using (pid)
  where wait_event = 'SyncRep' and relation = 'orders'::regclass and mode = 'RowExclusiveLock'`
const WAITING = "select count(*)::int from pg_stat_activity where wait_event = 'SyncRep'"
/** Milliseconds in which each buyer comes to the next commit */
const ALL_WAIT = 1_000

/**
 * Opens a primary with a synchronous replica, and two processes of the shop that know both, until the test ends.
 * Proxies are in front of both servers and between them.
 */
export async function openFailoverCluster() {
  let link: SlowProxy | undefined
  const replication = await openTestReplication({
    prepare: (url) => migrate(url),
    isSynchronous: true,
    async link(url) {
      if (link) link.lead(url)
      else link = await openSlowProxy(url)
      return link.url
    },
  })
  onTestFinished(async () => {
    await link?.close()
    await replication.close()
  })
  const proxies = [await openSlowProxy(replication.primaryUrl), await openSlowProxy(replication.replicaUrl)]
  onTestFinished(() => Promise.all(proxies.map((proxy) => proxy.close())).then(() => {}))
  let [primary, spare] = proxies as [SlowProxy, SlowProxy]
  const hosts = [primary, spare].map(({ url }) => new URL(url).host)
  const address = `${primary.url.replace(hosts[0] ?? "", hosts.join(","))}?target_session_attrs=read-write`
  const processes = await openShopProcesses([address, address])

  /** What an ended server left in the proxies reaches no one. */
  const clear = (proxy?: SlowProxy) => {
    proxy?.cut()
    proxy?.resume()
  }
  return {
    replication,
    ...processes,
    /** Kills the primary for good. */
    kill: () => replication.killPrimary(),
    cutOff: () => primary.hang(),
    /** Disconnects the primary from its replica as well. */
    isolate() {
      primary.hang()
      link?.hang()
    },
    /** Keeps the replica from receiving anything, so that commits wait for it if it is synchronous. */
    stopReplication: () => link?.hang(),
    resumeReplication: () => link?.resume(),
    /** Stops replication while the commit of an order waits for the replica. */
    async holdOrder() {
      for (;;) {
        link?.hang()
        await sleep(ALL_WAIT)
        if ((await replication.askPrimary<number>(WAITING_ORDERS)) > 0) return
        link?.resume()
        await sleep(50 * Math.random())
      }
    },
    /** Lets the held commits reach both servers, but no one learns of it. */
    async completeUnseen() {
      primary.muteDatabase()
      link?.resume()
      while ((await replication.askPrimary<number>(WAITING)) > 0) await sleep(10)
    },
    async promote() {
      clear(link)
      await replication.promote()
    },
    /** Replaces the lost primary by a replica of the new one. */
    async replaceReplica() {
      await replication.replaceReplica()
      const lost = primary
      clear(lost)
      lost.lead(replication.replicaUrl)
      primary = spare
      spare = lost
    },
  }
}
