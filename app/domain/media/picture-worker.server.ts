import { type ChildProcess, fork } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { ShopError, unavailable } from "../shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import type { PictureJob } from "./picture-job.server"
import type { WorkerAnswer } from "./picture-worker-program.server"

/** How long one picture may take, in milliseconds. */
const JOB_TIME = 60_000
/** How long a worker waits for the next picture, in milliseconds. */
const IDLE_TIME = 10_000

/** Beside the program that runs, where the build puts it; running from the sources there is none. */
const program = join(dirname(process.argv[1] ?? ""), "picture-worker.js")

/**
 * Does a job in a process of its own: what its decoders are made to do by a malicious file does not end the shop, and
 * all their memory goes back when the work is done. From the sources, the job is done right here.
 * @throws ShopError `invalid` for an upload that is no picture, `unavailable` when it took too long
 */
export async function runPictureJob(job: PictureJob): Promise<EncodedPicture> {
  if (!existsSync(program)) return (await import("./picture-job.server")).doPictureJob(job)
  worker ??= startWorker(program)
  return worker.run(job)
}

interface Worker {
  run(job: PictureJob): Promise<EncodedPicture>
}

interface Waiting {
  resolve(encoded: EncodedPicture): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

let worker: Worker | null = null

function startWorker(path: string): Worker {
  const child = fork(path, { serialization: "advanced", execArgv: [], env: workerEnvironment() })
  const waiting = new Map<number, Waiting>()
  let jobs = 0
  let idle: NodeJS.Timeout | undefined

  const retire = () => {
    if (worker === self) worker = null
    if (child.connected) child.disconnect()
  }
  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    clearTimeout(found?.timer)
    waiting.delete(id)
    if (waiting.size === 0) {
      keepAlive(child, false)
      idle = setTimeout(retire, IDLE_TIME).unref()
    }
    return found
  }
  const fail = (cause: unknown) => {
    retire()
    for (const id of [...waiting.keys()]) settle(id)?.reject(brokenDown(cause))
  }
  child.on("message", (answer: WorkerAnswer) => {
    const { resolve, reject } = settle(answer.id) ?? {}
    if ("encoded" in answer) resolve?.(answer.encoded)
    else reject?.(answer.kind ? new ShopError(answer.kind, answer.message) : brokenDown(answer.message))
  })
  child.on("error", fail)
  child.on("exit", (code, signal) => fail(`ended with ${code ?? signal}`))

  const self: Worker = {
    run: (job) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        keepAlive(child, true)
        const id = jobs++
        const timer = setTimeout(() => child.kill("SIGKILL"), JOB_TIME)
        waiting.set(id, { resolve, reject, timer })
        child.send({ id, job }, (error) => error && fail(error))
      }),
  }
  return self
}

/** A worker without work does not keep its program from ending. */
function keepAlive(child: ChildProcess, wanted: boolean) {
  const verb = wanted ? "ref" : "unref"
  child[verb]()
  child.channel?.[verb]()
}

function brokenDown(cause: unknown) {
  return unavailable("The picture could not be worked on in time; please try again or choose another one", cause)
}

/**
 * None of the shop's secrets. The C library is told to give memory back: by default it keeps what each of the
 * decoders' many threads once used.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot } = process.env
  const memory = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "524288", MALLOC_TRIM_THRESHOLD_: "1048576" }
  return { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot, ...memory }
}
