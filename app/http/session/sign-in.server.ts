import { Authenticator } from "remix-auth"
import { FormStrategy } from "remix-auth-form"
import { Credentials } from "~/domain/accounts/account"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { withAccount } from "~/domain/accounts/sessions/known-device"
import { endSession } from "~/domain/accounts/sessions/sessions.server"
import type { User } from "~/domain/accounts/user"
import { startSignedInSession } from "~/domain/cart/sign-in.server"
import { parse } from "~/domain/validation/validation"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { formToObject } from "~/http/forms/field-names"

/** Replaces the session's secret and merges the browser's cart. */
export async function signIn(ctx: RequestContext, credentials: VerifiedCredentials): Promise<User> {
  const { deviceCookie } = ctx.context
  const known = await deviceCookie.read(ctx.request)
  const { session, cart, user } = await startSignedInSession(ctx.shop, credentials, {
    device: { id: known.id, ...deviceInfo(ctx) },
    cart: ctx.user ? [] : ctx.browserCart,
    token: ctx.sessionToken,
  })
  ctx.updateSessionCookie({ session, cart })
  ctx.context.logFields.userId = user.id
  ctx.shop.log.info({ userId: user.id }, "signed in")
  ctx.setCookie(await deviceCookie.write(withAccount(known, user.id)))
  return user
}

/** The cookie keeps its worthless secret, so that a form in another tab is recognized. */
export async function signOut(ctx: RequestContext): Promise<void> {
  if (ctx.sessionToken) await endSession(ctx.shop, ctx.sessionToken)
  if (ctx.user) ctx.shop.log.info({ userId: ctx.user.id }, "signed out")
  ctx.updateSessionCookie({
    session: ctx.sessionToken ? { token: ctx.sessionToken, expiresAt: ctx.shop.now() } : null,
    cart: [],
  })
}

/** @throws ShopError as `authenticate` */
export async function authenticateRequest(
  { shop, request, context }: RequestContext,
  credentials: Credentials,
): Promise<VerifiedCredentials> {
  return authenticate(shop, credentials, context.clientAddress, await context.deviceCookie.read(request))
}

export function authenticateForm(ctx: RequestContext, sent: FormData): Promise<VerifiedCredentials> {
  const authenticator = new Authenticator<VerifiedCredentials>().use(
    new FormStrategy<VerifiedCredentials>(({ form }) =>
      authenticateRequest(ctx, parse(Credentials, formToObject(form))),
    ),
    "login",
  )
  return authenticator.authenticate("login", rebuildFormRequest(ctx, sent))
}

/** Rebuilds the request for the strategy, because the doorway has read its body. */
function rebuildFormRequest({ url }: RequestContext, sent: FormData): Request {
  const fields = [...sent].filter((field): field is [string, string] => typeof field[1] === "string")
  return new Request(url, { method: "POST", body: new URLSearchParams(fields) })
}

function deviceInfo({ request, context }: RequestContext) {
  return { userAgent: request.headers.get("User-Agent") ?? "", address: context.clientAddress }
}
