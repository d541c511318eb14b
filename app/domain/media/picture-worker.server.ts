import { type ChildProcess, fork } from "node:child_process"
import { ShopError, unavailable } from "~/domain/shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import type { PictureJob } from "./picture-job.server"
import type { WorkerRequest, WorkerResponse } from "./picture-worker-program.server"

interface WorkerOptions {
  /** Milliseconds for one picture */
  jobTimeout?: number
  /** Milliseconds after which an idle process ends */
  idleTimeout?: number
}

interface PendingJob {
  resolve(encoded: EncodedPicture): void
  reject(error: unknown): void
  timer: NodeJS.Timeout
}

/** A malicious file can crash only the child process, whose end also frees the memory. */
export class PictureWorker {
  readonly #program: string
  readonly #jobTimeout: number
  readonly #idleTimeout: number
  readonly #pending = new Map<number, PendingJob>()
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | undefined
  #jobs = 0

  constructor(program: string, { jobTimeout = 60_000, idleTimeout = 10_000 }: WorkerOptions = {}) {
    this.#program = program
    this.#jobTimeout = jobTimeout
    this.#idleTimeout = idleTimeout
  }

  /** @throws ShopError the job's own, or `unavailable` if the process ended or timed out */
  run(job: PictureJob): Promise<EncodedPicture> {
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const child = this.#child
    keepAlive(child, true)
    return new Promise((resolve, reject) => {
      const id = this.#jobs++
      const timer = setTimeout(() => child.kill("SIGKILL"), this.#jobTimeout)
      this.#pending.set(id, { resolve, reject, timer })
      const request: WorkerRequest = { id, job }
      child.send(request, (error) => error && this.#fail(child, error))
    })
  }

  get pending(): number {
    return this.#pending.size
  }

  #start(): ChildProcess {
    const child = fork(this.#program, { serialization: "advanced", execArgv: [], env: environment() })
    child.on("message", (response: WorkerResponse) => this.#receive(response))
    child.on("error", (error) => this.#fail(child, error))
    child.on("exit", (code, signal) => this.#fail(child, `the worker ended with ${code ?? signal}`))
    return child
  }

  #receive(response: WorkerResponse): void {
    const job = this.#finish(response.id)
    if ("encoded" in response) job?.resolve(response.encoded)
    else job?.reject(response.kind ? new ShopError(response.kind, response.message) : workerFailed(response.message))
  }

  #fail(child: ChildProcess, cause: unknown): void {
    if (child !== this.#child) return
    for (const id of [...this.#pending.keys()]) this.#finish(id)?.reject(workerFailed(cause))
    this.#disconnect()
  }

  #finish(id: number): PendingJob | undefined {
    const job = this.#pending.get(id)
    clearTimeout(job?.timer)
    this.#pending.delete(id)
    if (this.#child && this.#pending.size === 0) {
      keepAlive(this.#child, false)
      this.#idle = setTimeout(() => this.#disconnect(), this.#idleTimeout).unref()
    }
    return job
  }

  #disconnect(): void {
    clearTimeout(this.#idle)
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }
}

function keepAlive(child: ChildProcess, wanted: boolean) {
  const verb = wanted ? "ref" : "unref"
  child[verb]()
  child.channel?.[verb]()
}

function workerFailed(cause: unknown) {
  return unavailable("The picture could not be processed; please try again or choose another one", cause)
}

/** Passes no secrets, and sets one malloc arena, because otherwise each decoder thread keeps its own memory. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { NODE_ENV, PATH, HOME, TMPDIR, SystemRoot, MALLOC_ARENA_MAX: "2" }
}
