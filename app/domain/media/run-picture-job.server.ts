import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { EncodedPicture } from "./encode-picture.server"
import type { PictureJob } from "./picture-job.server"
import { PictureWorker } from "./picture-worker.server"

/** A shop that runs from source has no built program. */
const program = join(dirname(process.argv[1] ?? ""), "picture-worker.js")
const worker = existsSync(program) ? new PictureWorker(program) : null

export async function runPictureJob(job: PictureJob): Promise<EncodedPicture> {
  if (worker) return worker.run(job)
  const { executePictureJob } = await import("./picture-job.server")
  return executePictureJob(job)
}

export function runningPictureJobs(): number {
  return worker?.pending ?? 0
}
