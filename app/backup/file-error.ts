/** Whether it is the system's error about a file, such as ENOENT or ENOSPC. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? "")
}
