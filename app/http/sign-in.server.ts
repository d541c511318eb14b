import { Authenticator } from "remix-auth"
import { FormStrategy } from "remix-auth-form"
import { LoginForm } from "~/domain/accounts/account"
import { authenticate } from "~/domain/accounts/authenticate.server"
import type { Proof } from "~/domain/accounts/proof"
import { endSession } from "~/domain/accounts/sessions.server"
import type { User } from "~/domain/accounts/user"
import { startVisit } from "~/domain/cart/sign-in.server"
import { parse } from "./endpoints.server"
import { formValues } from "./form-values"
import type { Visit } from "./visit.server"

/**
 * Signs in who has just proved to be somebody: a new session with a new secret, and one cart of the browser's and the
 * account's. Somebody who was signed in already brings no cart: theirs is kept in their account.
 */
export async function signIn(visit: Visit, proof: Proof): Promise<User> {
  const { token, cart, user } = await startVisit(visit.shop, proof, {
    device: deviceOf(visit),
    cart: visit.user ? [] : visit.browserCart,
    token: visit.token,
  })
  visit.carry({ token, cart })
  return user
}

/** Ends the session for real and empties the cookie. */
export async function signOut(visit: Visit): Promise<void> {
  if (visit.token) await endSession(visit.shop, visit.token)
  visit.carry({ token: null, cart: [] })
}

/** Checks a sign-in form by remix-auth's form strategy. @throws ShopError as `authenticate` does */
export function authenticateForm(visit: Visit, sent: FormData): Promise<Proof> {
  const authenticator = new Authenticator<Proof>().use(
    new FormStrategy<Proof>(({ form }) =>
      authenticate(visit.shop, parse(LoginForm, formValues(form)), visit.context.address),
    ),
    "login",
  )
  return authenticator.authenticate("login", unread(visit, sent))
}

/** The strategy reads a form from a request, and the doorway has read this one: the same request, closed again. */
function unread({ url }: Visit, sent: FormData): Request {
  const fields = [...sent].filter((field): field is [string, string] => typeof field[1] === "string")
  return new Request(url, { method: "POST", body: new URLSearchParams(fields) })
}

function deviceOf({ request, context }: Visit) {
  return { userAgent: request.headers.get("User-Agent") ?? "", address: context.address }
}
