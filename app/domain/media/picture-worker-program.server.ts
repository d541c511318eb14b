import { ShopError, type ShopErrorKind } from "../shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import { executePictureJob, type PictureJob } from "./picture-job.server"

/** The program of the picture worker: jobs come in and answers go out over the channel to the shop that started it. */
export interface WorkerRequest {
  id: number
  job: PictureJob
}

export type WorkerResponse =
  | { id: number; encoded: EncodedPicture }
  | { id: number; kind: ShopErrorKind | null; message: string }

process.on("message", async ({ id, job }: WorkerRequest) => {
  const answer = await executePictureJob(job).then(
    (encoded): WorkerResponse => ({ id, encoded }),
    (error): WorkerResponse => ({ id, kind: error instanceof ShopError ? error.kind : null, message: error.message }),
  )
  process.send?.(answer)
})
process.on("disconnect", () => process.exit())
// A signal meant for the whole group: the shop finishes what is under way, and needs its worker for that.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
