export type ShopErrorKind =
  | "invalid"
  | "unauthenticated"
  | "badCredentials"
  | "secondStep"
  | "staleProof"
  | "factorNeeded"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "payment"
  | "tooLarge"
  | "tooSlow"
  | "unsupported"
  | "tooMany"
  | "unavailable"

/** Seconds */
const DEFAULT_RETRY_AFTER = 5

interface ShopErrorOptions {
  field?: string
  /** Messages by field, if there are several */
  messages?: Readonly<Record<string, string>>
  /** Seconds */
  retryAfter?: number
  limit?: string
  missing?: readonly string[]
  cause?: unknown
}

export class ShopError extends Error {
  override readonly name = "ShopError"
  readonly field: string | undefined
  readonly messages: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined
  readonly limit: string | undefined
  readonly missing: readonly string[]

  constructor(
    readonly kind: ShopErrorKind,
    message: string,
    options: ShopErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    this.field = options.field
    this.messages = options.messages ?? {}
    this.retryAfter = options.retryAfter ?? (kind === "unavailable" ? DEFAULT_RETRY_AFTER : undefined)
    this.limit = options.limit
    this.missing = options.missing ?? []
  }
}

export function atField({ kind, message, retryAfter, limit, cause }: ShopError, field: string): ShopError {
  return new ShopError(kind, message, { field, retryAfter, limit, cause })
}

/** Throws the first error, if there is one, with the messages of all at their fields. */
export function throwAll(refusals: readonly ShopError[]): void {
  const [first] = refusals
  if (!first) return
  const messages = Object.fromEntries(refusals.map(({ field = "", message }) => [field, message]))
  throw new ShopError(first.kind, first.message, { field: first.field, messages })
}

export const invalid = (message: string, field?: string) => new ShopError("invalid", message, { field })
export const notFound = (message: string) => new ShopError("notFound", message)
export const conflict = (message: string, field?: string) => new ShopError("conflict", message, { field })
export const unauthenticated = () => new ShopError("unauthenticated", "Please login to access this resource")
export const badCredentials = (message: string) => new ShopError("badCredentials", message)
export const secondStepNeeded = () => new ShopError("secondStep", "Please enter the code of your second factor")
export const STALE_PROOF = "Please sign in again to do this"
export const staleProof = () => new ShopError("staleProof", STALE_PROOF)
export const factorNeeded = () =>
  new ShopError("factorNeeded", "All staff need a second factor. Please set one up under Security in your account.")
/** @param missing the permissions that a role lacks; without any, the action is for owners only */
export const forbidden = (role: string, missing: readonly string[] = []) =>
  new ShopError("forbidden", `Role: ${role} is not allowed to access this resource`, { missing })
export const tooLarge = (message: string, field?: string) => new ShopError("tooLarge", message, { field })
export const tooSlow = () => new ShopError("tooSlow", "Your connection was too slow for this. Please try again.")
export const tooMany = (message: string, retryAfter: number, limit?: string) =>
  new ShopError("tooMany", message, { retryAfter, limit })
export const unavailable = (message: string, cause?: unknown) => new ShopError("unavailable", message, { cause })

/** Returns what the work returns, or its refusal. */
export function resultOrRefusal<T>(work: () => T): T | ShopError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ShopError) return error
    throw error
  }
}
