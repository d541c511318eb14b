const MB = 1024 * 1024

/** Bytes */
export const MAX_TABLE_BYTES = 60 * MB
