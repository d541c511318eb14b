import type { ShopErrorKind } from "~/domain/shop-error"

interface RefusalKind {
  status: number
  /** A refusal that no form shows becomes an error page, the sign-in page or the account page. */
  shownIn: readonly ("form" | "toast" | "payment")[]
}

/** Any other error is a bug: 500. */
export const refusalKinds: Record<ShopErrorKind, RefusalKind> = {
  invalid: { status: 400, shownIn: ["form", "toast"] },
  unauthenticated: { status: 401, shownIn: [] },
  badCredentials: { status: 401, shownIn: ["form"] },
  secondStep: { status: 401, shownIn: [] },
  staleProof: { status: 401, shownIn: [] },
  factorNeeded: { status: 403, shownIn: [] },
  payment: { status: 402, shownIn: ["form", "toast", "payment"] },
  forbidden: { status: 403, shownIn: [] },
  notFound: { status: 404, shownIn: ["toast"] },
  tooSlow: { status: 408, shownIn: ["form"] },
  conflict: { status: 409, shownIn: ["form", "toast", "payment"] },
  tooLarge: { status: 413, shownIn: ["form"] },
  unsupported: { status: 415, shownIn: ["form"] },
  tooMany: { status: 429, shownIn: ["form", "toast"] },
  unavailable: { status: 503, shownIn: ["form", "toast", "payment"] },
}
