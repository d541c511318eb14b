import { MAX_PICTURE_BYTES, MAX_PICTURES_MB } from "~/domain/media/picture-limits"

const MB = 1024 * 1024

/** Bytes, except the counts `files` and `fields`. */
export interface BodyLimits {
  request: number
  file: number
  files: number
  fields: number
  text: number
  /** The length in UTF-16 units after which a text is cut; more than any field allows */
  oneText: number
  pictureField?: string
  /** The folder of the files; without it, they are in memory. */
  spoolFolder?: string
}

export type LargeFiles = Pick<BodyLimits, "request" | "file" | "files">

export const bodyLimits: BodyLimits = {
  request: MAX_PICTURES_MB * MB,
  file: MAX_PICTURE_BYTES,
  files: 10,
  // A cart of 100 products has 3 fields for each, a bulk edit of 100 has 5, a part of 50 variants has 16.
  fields: 900,
  text: MB,
  oneText: 64 * 1024,
}

export function spooledLimits(largeFiles: LargeFiles, spoolFolder: string): BodyLimits {
  return { ...bodyLimits, ...largeFiles, spoolFolder }
}

export function bodyLimitsFor(pictures: string | undefined): BodyLimits {
  return pictures === undefined
    ? { ...bodyLimits, request: bodyLimits.text }
    : { ...bodyLimits, pictureField: pictures }
}
