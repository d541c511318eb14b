import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { EncodedPicture } from "./encode-picture.server"
import type { PictureJob } from "./picture-job.server"
import { PictureWorker } from "./picture-worker.server"

/** Beside the program that runs, where the build puts it; a shop that runs from its sources has none. */
const program = join(dirname(process.argv[1] ?? ""), "picture-worker.js")
const worker = existsSync(program) ? new PictureWorker(program) : null

/**
 * Does a job in a process of its own, or right here when the shop runs from its sources.
 * @throws ShopError `invalid` for an upload that is no picture, `unavailable` when it took too long
 */
export async function runPictureJob(job: PictureJob): Promise<EncodedPicture> {
  if (worker) return worker.run(job)
  const { executePictureJob: doPictureJob } = await import("./picture-job.server")
  return doPictureJob(job)
}

/** How many pictures are being worked on for this process, or wait for it. */
export function picturesUnderWay(): number {
  return worker?.pending ?? 0
}
