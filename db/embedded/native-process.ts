import type { SpawnOptions } from "node:child_process"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"

/**
 * A program of PostgreSQL runs as the cluster's user, and sees nothing of the shop's environment: no keys, no PG variables,
 * no language.
 */
export function nativeOptions({ user, home }: Cluster): SpawnOptions {
  const names = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "SystemRoot", "TEMP"]
  const kept = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...user, cwd: home, env: Object.fromEntries(kept), windowsHide: true }
}

/** npm installs by platform alone; the C library, for one, may be another. */
export function cannotRun(error: Error) {
  return new EmbeddedPostgresError(
    `The PostgreSQL that npm installed does not run on this system (${error.message}): set DATABASE_URL to one of your own.`,
    { cause: error },
  )
}
