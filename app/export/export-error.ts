/** An export that cannot be made; the message says why. */
export class ExportError extends Error {
  override readonly name = "ExportError"
}
