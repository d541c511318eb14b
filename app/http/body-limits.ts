const MB = 1024 * 1024

/** In bytes, except `files` and `fields`, which are counted. */
export interface BodyLimits {
  request: number
  file: number
  files: number
  fields: number
  /** All text together, except pictures as data URLs. */
  text: number
}

export const bodyLimits: BodyLimits = { request: 20 * MB, file: 8 * MB, files: 10, fields: 250, text: MB }
