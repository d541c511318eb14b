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
  "FOLDER is not writable: change its owner, set DATA_DIR to another folder, or run the shop as its owner."

const sentences: Record<string, string> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: "FOLDER is on a read-only disk: set DATA_DIR to a writable folder.",
  ENOSPC: "The disk of FOLDER is full: free some space, or set DATA_DIR to a folder on another disk.",
  EDQUOT: "The disk quota for FOLDER is used up: free some space, or set DATA_DIR to a folder on another disk.",
  ENOTDIR: "FOLDER cannot be created, because a part of that path is a file: set DATA_DIR to another folder.",
  EEXIST: "FOLDER cannot be used, because a file is in the way: set DATA_DIR to another folder.",
}
