import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import type { NativeBinaries } from "./native-binaries"
import { cannotRun, spawnNative } from "./native-process"

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
  const { code, output } = await run(binaries.initdb, options, cluster)
  if (code === 0) return
  const reason =
    output.split("\n").find((line) => /error|fatal|could not/i.test(line)) ?? output.trim().split("\n").at(-1)
  throw new EmbeddedPostgresError(`The database in ${cluster.folder} could not be created: ${reason}`)
}

function run(program: string, options: string[], cluster: Cluster) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawnNative(program, options, cluster, { stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const keep = (text: string) => {
      output += text
    }
    child.stdout?.setEncoding("utf8").on("data", keep)
    child.stderr?.setEncoding("utf8").on("data", keep)
    child.on("error", (error) => reject(cannotRun(error)))
    child.on("close", (code) => resolve({ code, output }))
  })
}
