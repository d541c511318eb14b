import { decodeDrawing, decodePicture } from "./decode-picture.server"
import { type EncodedPicture, encodePicture } from "./encode-picture.server"

export type PictureJob = { kind: "upload"; bytes: Uint8Array } | { kind: "drawing"; svg: string }

export async function executePictureJob(job: PictureJob): Promise<EncodedPicture> {
  return encodePicture(job.kind === "upload" ? await decodePicture(job.bytes) : await decodeDrawing(job.svg))
}
