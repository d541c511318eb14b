export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? "")
}
