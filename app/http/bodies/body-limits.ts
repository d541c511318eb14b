const MB = 1024 * 1024

/** In bytes, except `files` and `fields`, which are counted. */
export interface BodyLimits {
  request: number
  file: number
  files: number
  fields: number
  /** All text together, without pictures as data URLs. */
  text: number
  /** One text, in UTF-16 units; it is cut there, which is longer than any field allows. */
  oneText: number
  /** The field that may hold pictures as data URLs. */
  pictureField?: string
}

export const bodyLimits: BodyLimits = {
  request: 20 * MB,
  file: 8 * MB,
  files: 10,
  // A cart of 100 products has 3 for each, a bulk edit of 100 has 4.
  fields: 500,
  text: MB,
  oneText: 64 * 1024,
}

export function bodyLimitsFor(pictures: string | undefined): BodyLimits {
  return pictures === undefined
    ? { ...bodyLimits, request: bodyLimits.text }
    : { ...bodyLimits, pictureField: pictures }
}
