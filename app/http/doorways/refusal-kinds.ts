import type { ShopErrorKind } from "~/domain/shop-error"

interface RefusalKind {
  status: number
  /**
   * Where a person who meets it can do something about it: in the form that was sent, by a message on the page that
   * they are led to, at the payment. Whatever is shown nowhere is an error page, the sign-in page or the account page.
   */
  shownIn: readonly ("form" | "toast" | "payment")[]
}

/** What each kind of refusal means in HTTP; anything that is no `ShopError` is a bug, 500. */
export const refusalKinds: Record<ShopErrorKind, RefusalKind> = {
  invalid: { status: 400, shownIn: ["form", "toast"] },
  unauthenticated: { status: 401, shownIn: [] },
  badCredentials: { status: 401, shownIn: ["form"] },
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
