import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { nativeEnvironment } from "./native-environment"

/** Runs a program of PostgreSQL as the cluster's user. Listen for its `error`, and tell it by `cannotRun`. */
export function spawnNative(program: string, args: string[], cluster: Cluster, options: SpawnOptions): ChildProcess {
  const { user, home } = cluster
  try {
    return spawn(program, args, { ...user, cwd: home, env: nativeEnvironment(), windowsHide: true, ...options })
  } catch (error) {
    throw cannotRun(error as Error)
  }
}

/** npm installs by platform alone; the C library, for one, may be another. */
export function cannotRun(error: Error) {
  return new EmbeddedPostgresError(
    `The PostgreSQL that npm installed does not run on this system (${error.message}): set DATABASE_URL to one of your own.`,
    { cause: error },
  )
}
