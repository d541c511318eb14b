import { type ChildProcess, fork } from "node:child_process"
import { ShopError, unavailable } from "../shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import type { PictureJob } from "./picture-job.server"
import type { WorkerAnswer, WorkerRequest } from "./picture-worker-program.server"

interface WorkerOptions {
  /** How long one picture may take, in milliseconds. */
  jobTime?: number
  /** How long the process waits for the next picture, in milliseconds. */
  idleTime?: number
}

interface Waiting {
  resolve(encoded: EncodedPicture): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

/**
 * Does picture jobs in a process of its own, which is there while it is needed: what a malicious file makes the
 * decoders do does not end the shop, and all their memory goes back when the work is done.
 */
export class PictureWorker {
  readonly #program: string
  readonly #jobTime: number
  readonly #idleTime: number
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #jobs = 0

  constructor(program: string, { jobTime = 60_000, idleTime = 10_000 }: WorkerOptions = {}) {
    this.#program = program
    this.#jobTime = jobTime
    this.#idleTime = idleTime
  }

  /** @throws ShopError the job's own, or `unavailable` when its process ended or took too long */
  run(job: PictureJob): Promise<EncodedPicture> {
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const child = this.#child
    keepAlive(child, true)
    return new Promise((resolve, reject) => {
      const id = this.#jobs++
      const timer = setTimeout(() => child.kill("SIGKILL"), this.#jobTime)
      this.#waiting.set(id, { resolve, reject, timer })
      const request: WorkerRequest = { id, job }
      child.send(request, (error) => error && this.#fail(child, error))
    })
  }

  #start(): ChildProcess {
    const child = fork(this.#program, { serialization: "advanced", execArgv: [], env: environment() })
    child.on("message", (answer: WorkerAnswer) => this.#take(answer))
    child.on("error", (error) => this.#fail(child, error))
    child.on("exit", (code, signal) => this.#fail(child, `the worker ended with ${code ?? signal}`))
    return child
  }

  #take(answer: WorkerAnswer): void {
    const job = this.#settle(answer.id)
    if ("encoded" in answer) job?.resolve(answer.encoded)
    else job?.reject(answer.kind ? new ShopError(answer.kind, answer.message) : brokenDown(answer.message))
  }

  /** All jobs of a process that broke down end with it; the next one starts another. */
  #fail(child: ChildProcess, cause: unknown): void {
    if (child !== this.#child) return
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(brokenDown(cause))
    this.#retire()
  }

  #settle(id: number): Waiting | undefined {
    const job = this.#waiting.get(id)
    clearTimeout(job?.timer)
    this.#waiting.delete(id)
    if (this.#child && this.#waiting.size === 0) {
      keepAlive(this.#child, false)
      this.#idle = setTimeout(() => this.#retire(), this.#idleTime).unref()
    }
    return job
  }

  /** A process ends when it loses its channel. */
  #retire(): void {
    clearTimeout(this.#idle)
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }
}

/** A process without work does not keep its program from ending. */
function keepAlive(child: ChildProcess, wanted: boolean) {
  const verb = wanted ? "ref" : "unref"
  child[verb]()
  child.channel?.[verb]()
}

function brokenDown(cause: unknown) {
  return unavailable("The picture could not be worked on; please try again or choose another one", cause)
}

/** None of the shop's secrets. The C library shares its memory among the decoders' threads, or each keeps its own. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot, MALLOC_ARENA_MAX: "2" }
}
