import { type ExecFileException, execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import type { NativeBinaries } from "./native-binaries"
import { cannotRun, nativeOptions } from "./native-process"

const run = promisify(execFile)

interface InitdbOptions {
  /** Where the cluster is made. */
  draft: string
  passwordFile: string
  /** Whether to wait for the disk. */
  sync: boolean
}

/** The built-in C.UTF-8 sorts and folds the same on every system; where libc lacks that name, C is its equal. */
export async function initdb(cluster: Cluster, binaries: NativeBinaries, place: InitdbOptions) {
  const locale = process.platform === "linux" ? "C.UTF-8" : "C"
  const options = [
    `--pgdata=${place.draft}`,
    "--username=postgres",
    `--pwfile=${place.passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    `--locale=${locale}`,
    "--builtin-locale=C.UTF-8",
    "--text-search-config=english",
    "--no-instructions",
    ...(place.sync ? [] : ["--no-sync"]),
  ]
  try {
    await run(binaries.initdb, options, nativeOptions(cluster))
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as ExecFileException
    if (typeof code === "string") throw cannotRun(error as Error)
    const lines = (stdout + stderr).trim().split("\n")
    const reason = lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1)
    throw new EmbeddedPostgresError(`The database in ${cluster.folder} could not be created: ${reason}`)
  }
}
