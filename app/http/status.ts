import type { ShopErrorKind } from "~/domain/shop-error"

/** What each kind of refusal is in HTTP; anything that is no `ShopError` is a bug, 500. */
export const statusOf: Record<ShopErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  badCredentials: 401,
  payment: 402,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  unavailable: 503,
}
