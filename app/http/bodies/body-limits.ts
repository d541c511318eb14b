const MB = 1024 * 1024

/** In bytes, except `files` and `fields`, which are counted. */
export interface BodyLimits {
  request: number
  file: number
  files: number
  fields: number
  /** All text together, except pictures as data URLs. */
  text: number
  /** One text, in UTF-16 units: more than any field takes. What goes beyond is not looked at. */
  oneText: number
  /** The field in which pictures may come as data URLs, if there is one. */
  pictureField?: string
}

/** The fields that may hold files. */
export const bodyLimits: BodyLimits = {
  request: 20 * MB,
  file: 8 * MB,
  files: 10,
  // A cart of 100 products has 3 for each, a bulk edit of 100 has 4.
  fields: 500,
  text: MB,
  oneText: 64 * 1024,
}

/** The body limits of a form or call that takes files or pictures in this field, or none. */
export function bodyLimitsFor(pictures: string | undefined): BodyLimits {
  return pictures === undefined
    ? { ...bodyLimits, request: bodyLimits.text }
    : { ...bodyLimits, pictureField: pictures }
}
