import { spawn } from "node:child_process"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { cannotRun, type NativeBinaries } from "./native-binaries"
import { nativeEnvironment } from "./native-environment"

/** The built-in C.UTF-8 sorts and folds the same on every system; where libc lacks that name, C is its equal. */
export async function initdb(cluster: Cluster, binaries: NativeBinaries, draft: string, passwordFile: string) {
  const locale = process.platform === "linux" ? "C.UTF-8" : "C"
  const options = [
    `--pgdata=${draft}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    `--locale=${locale}`,
    "--builtin-locale=C.UTF-8",
    "--text-search-config=english",
    "--no-instructions",
  ]
  const { code, output } = await run(binaries.initdb, options, cluster)
  if (code === 0) return
  const reason =
    output.split("\n").find((line) => /error|fatal|could not/i.test(line)) ?? output.trim().split("\n").at(-1)
  throw new EmbeddedPostgresError(`The database in ${cluster.folder} could not be created: ${reason}`)
}

function run(program: string, options: string[], { home, user }: Cluster) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, options, {
      ...user,
      cwd: home,
      env: nativeEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
      })
    child.on("error", (error) => reject(cannotRun(error)))
    child.on("close", (code) => resolve({ code, output }))
  })
}
