import { decodeDrawing, decodePicture } from "./decode-picture.server"
import { type EncodedPicture, encodePicture } from "./encode-picture.server"

export type PictureJob =
  | { kind: "upload"; bytes: Uint8Array }
  | { kind: "drawing"; svg: string }
  /** A job that only decodes */
  | { kind: "check"; bytes: Uint8Array }

export async function executePictureJob(job: PictureJob): Promise<EncodedPicture> {
  if (job.kind === "check") {
    const { width, height } = await decodePicture(job.bytes)
    return { width, height, widths: [], placeholder: "", variants: [] }
  }
  return encodePicture(job.kind === "upload" ? await decodePicture(job.bytes) : await decodeDrawing(job.svg))
}
