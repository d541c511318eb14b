import { LRUCache } from "lru-cache"
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { type Cart, countUnits } from "~/domain/cart/cart"
import { InRouter } from "~/http/doorways/in-router"
import { FormTokenContext, NO_TOKEN } from "~/ui/form/post-form"
import { AccountLinks } from "~/ui/shell/footer"
import { AccountTools } from "~/ui/shell/header"
import type { PersonalPart } from "~/ui/shell/personal"
import type { HeaderUser } from "~/ui/shell/quick-actions"
import type { ToastView } from "~/ui/toasts/toast"
import { Toaster } from "~/ui/toasts/toaster"
import { ViewedLink } from "~/ui/viewed-link"

export interface Person {
  user: HeaderUser | null
  /** Units */
  cartCount: number
  formToken: string | null
  toast: ToastView | null
}

export interface RootData {
  user: HeaderUser | null
  cart: Cart
  formToken: string | null
  toast: ToastView | null
}

export function personOf(root: RootData | undefined): Person {
  const { user = null, cart = [], formToken = null, toast = null } = root ?? {}
  return { user, cartCount: countUnits(cart), formToken, toast }
}

type RenderedParts = Readonly<Record<PersonalPart, string>>

/** Bytes */
const CAPACITY = 4 * 1024 * 1024
const OVERHEAD = 500

const rendered = new LRUCache<string, RenderedParts>({
  maxSize: CAPACITY,
  sizeCalculation: (parts, key) => {
    return 2 * Object.values(parts).reduce((length, part) => length + part.length, key.length) + OVERHEAD
  },
})

export function renderParts(person: Person): RenderedParts {
  const key = JSON.stringify(person)
  const parts = rendered.get(key) ?? render(person)
  // A toast is shown only once.
  if (person.toast === null) rendered.set(key, parts)
  return parts
}

function render({ user, cartCount, formToken, toast }: Person): RenderedParts {
  return {
    ...renderFrame(user !== null),
    account: renderAccount({ user, cartCount, formToken }),
    toasts: renderToasts(toast, formToken),
    "form-token": formToken ?? NO_TOKEN,
  }
}

export function renderToasts(toast: ToastView | null, formToken: string | null): string {
  return markupOf(
    <FormTokenContext.Provider value={formToken}>
      <Toaster toasts={toast ? [toast] : []} />
    </FormTokenContext.Provider>,
  )
}

export function renderAccount({ user, cartCount, formToken }: Omit<Person, "toast">): string {
  return markupOf(
    <FormTokenContext.Provider value={formToken}>
      <AccountTools user={user} cartCount={cartCount} path="" />
    </FormTokenContext.Provider>,
  )
}

/** Returns the parts that are the same for all members, or for all others. */
export function renderFrame(isMember: boolean): Omit<RenderedParts, "account" | "toasts" | "form-token"> {
  return {
    "footer-links": markupOf(<AccountLinks signedIn={isMember} />),
    "viewed-link": markupOf(<ViewedLink isMember={isMember} />),
  }
}

function markupOf(element: ReactNode): string {
  return renderToString(<InRouter>{element}</InRouter>)
}
