const MB = 1024 * 1024

/** Bytes */
export const MAX_TABLE_BYTES = 60 * MB
const MAX_ARCHIVE_BYTES = 200 * MB

/** Columns of a file of an unknown program; the form in which they are chosen has a field for each. */
export const MAX_CHOSEN_COLUMNS = 800

export const importFiles = { file: MAX_ARCHIVE_BYTES, files: 2, request: MAX_TABLE_BYTES + MAX_ARCHIVE_BYTES + MB }
