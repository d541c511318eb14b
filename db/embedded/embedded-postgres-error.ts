export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError"
}

export function embeddedPostgresError(error: unknown, folder: string) {
  if (error instanceof EmbeddedPostgresError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const sentence = (code && sentences[code]) || `The database in ${folder} could not be opened: ${message}`
  return new EmbeddedPostgresError(sentence.replace("FOLDER", folder), { cause: error })
}

const noRight =
  "There is no right to write in FOLDER: make that folder yours, set DATA_DIR to another one, or run as the user it belongs to."

const sentences: Record<string, string> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: "FOLDER lies on a read-only disk: set DATA_DIR to a folder that can be written.",
  ENOSPC: "The disk that holds FOLDER is full: make room, or set DATA_DIR to a folder on another disk.",
  EDQUOT: "The disk quota for FOLDER is used up: make room, or set DATA_DIR to a folder on another disk.",
  ENOTDIR: "FOLDER cannot be made, because a part of that path is a file: set DATA_DIR to another folder.",
  EEXIST: "FOLDER cannot be used, because there is a file in the way: set DATA_DIR to another folder.",
}
