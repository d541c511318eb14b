import { Logger, run, type TaskList } from "graphile-worker"
import type { OpenShop } from "./open-shop.server"

/** Every minute: what was promised and may have been forgotten. */
const CRONTAB = ""

/** Runs the shop's background jobs in this process; any number of processes share them through the database. */
export async function startBackground({ databaseUrl, shop }: OpenShop): Promise<{ stop(): Promise<void> }> {
  const tasks: TaskList = {}
  const logger = new Logger((scope) => (level, message) => {
    if (level === "error" || level === "warning") shop.log.warn({ scope }, message)
  })
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    logger,
    taskList: tasks,
    crontab: CRONTAB,
  })
  return { stop: () => runner.stop() }
}
