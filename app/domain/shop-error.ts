export type ShopErrorKind =
  | "invalid"
  | "unauthenticated"
  | "badCredentials"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "payment"
  | "tooLarge"
  | "unsupported"
  | "tooMany"
  | "unavailable"

interface ShopErrorOptions {
  /** The form field at fault, under its public name. */
  field?: string
  /** Seconds until another try makes sense. */
  retryAfter?: number
  cause?: unknown
}

/** A refusal that a person can understand: `message` is one sentence, fit for a toast. */
export class ShopError extends Error {
  override readonly name = "ShopError"
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    readonly kind: ShopErrorKind,
    message: string,
    options: ShopErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

export const invalid = (message: string, field?: string) => new ShopError("invalid", message, { field })
export const notFound = (message: string) => new ShopError("notFound", message)
export const conflict = (message: string, field?: string) => new ShopError("conflict", message, { field })
export const unauthenticated = () => new ShopError("unauthenticated", "Please login to access this resource")
export const badCredentials = (message: string) => new ShopError("badCredentials", message)
export const forbidden = (role: string) =>
  new ShopError("forbidden", `Role: ${role} is not allowed to access this resource`)
export const tooLarge = (message: string, field?: string) => new ShopError("tooLarge", message, { field })
export const tooMany = (message: string, retryAfter: number) => new ShopError("tooMany", message, { retryAfter })
export const unavailable = (message: string, cause?: unknown) => new ShopError("unavailable", message, { cause })
