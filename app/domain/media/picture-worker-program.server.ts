import { ShopError, type ShopErrorKind } from "~/domain/shop-error"
import type { EncodedPicture } from "./encode-picture.server"
import { executePictureJob, type PictureJob } from "./picture-job.server"

export interface WorkerRequest {
  id: number
  job: PictureJob
}

export type WorkerResponse =
  | { id: number; encoded: EncodedPicture }
  | { id: number; kind: ShopErrorKind | null; message: string }

process.on("message", async ({ id, job }: WorkerRequest) => {
  const response = await executePictureJob(job).then(
    (encoded): WorkerResponse => ({ id, encoded }),
    (error): WorkerResponse => ({ id, kind: error instanceof ShopError ? error.kind : null, message: error.message }),
  )
  process.send?.(response)
})
process.on("disconnect", () => process.exit())
// Ignores signals to the process group, because the shop still needs its worker.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
