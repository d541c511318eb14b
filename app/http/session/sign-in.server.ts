import { Authenticator } from "remix-auth"
import { FormStrategy } from "remix-auth-form"
import { Credentials } from "~/domain/accounts/account"
import { isMember } from "~/domain/accounts/actor"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { withAccount } from "~/domain/accounts/sessions/known-device"
import { beginSecondStep } from "~/domain/accounts/sessions/pending-sign-ins.server"
import { endSession } from "~/domain/accounts/sessions/sessions.server"
import { trustDevice } from "~/domain/accounts/sessions/trusted-devices.server"
import type { User } from "~/domain/accounts/user"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { continueAsGuest } from "~/domain/cart/continue-as-guest.server"
import { startSignedInSession } from "~/domain/cart/sign-in.server"
import type { CodeOrigin } from "~/domain/factors/second-step.server"
import { ShopError } from "~/domain/shop-error"
import { parse } from "~/domain/validation/validation"
import { formToObject } from "~/http/bodies/field-names"
import type { DoorwayContext, Redirect } from "~/http/doorways/doorway.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { paths } from "~/paths"

/** Replaces the session's secret and merges the browser's cart. */
export async function signIn(ctx: RequestContext, credentials: VerifiedCredentials): Promise<User> {
  const { deviceCookie } = ctx.context
  const known = await deviceCookie.read(ctx.request)
  const { session, cart, user } = await startSignedInSession(ctx.shop, credentials, {
    device: { id: known.id, isNew: !known.accounts.includes(credentials.userId), ...deviceInfo(ctx) },
    cart: isMember(ctx.user) || ctx.user?.id === credentials.userId ? [] : ctx.cart,
    token: ctx.sessionToken,
  })
  ctx.updateSessionCookie({ session, cart })
  ctx.context.logFields.userId = user.id
  ctx.shop.log.info({ userId: user.id }, "signed in")
  ctx.setCookie(await deviceCookie.write(withAccount(known, user.id)))
  return user
}

/** Signs in and redirects, through the second step if the account has a second factor. */
export async function signInTo(
  ctx: DoorwayContext<unknown>,
  credentials: VerifiedCredentials,
  target: string,
): Promise<Redirect> {
  try {
    await signIn(ctx, credentials)
    return ctx.redirect(target)
  } catch (error) {
    if (!needsSecondStep(error)) throw error
    await keepPendingSignIn(ctx, await beginSecondStep(ctx.shop, credentials))
    return ctx.redirect(paths.secondStep({ redirect: target }))
  }
}

/** Returns the user without a session if the account has a second factor that is not proven. */
export async function signInIfProven(ctx: RequestContext, credentials: VerifiedCredentials): Promise<User> {
  try {
    return await signIn(ctx, credentials)
  } catch (error) {
    const user = needsSecondStep(error) && (await findActiveUser(ctx.shop, credentials.userId))
    if (!user) throw error
    return user
  }
}

/** If the settings allow it, signs in with the password alone in this browser from now on. */
export async function trustBrowser(ctx: RequestContext, credentials: VerifiedCredentials): Promise<void> {
  const { trustCookie } = ctx.context
  const replaces = await trustCookie.read(ctx.request)
  const token = await trustDevice(ctx.shop, credentials, { device: deviceInfo(ctx), replaces })
  if (token) ctx.setCookie(await trustCookie.write(token))
}

/** Reloads the document, because the address may be that of a file. */
export function asDocument(response: Redirect): Redirect {
  response.headers.set("X-Remix-Reload-Document", "true")
  return response
}

function needsSecondStep(error: unknown): boolean {
  return error instanceof ShopError && error.kind === "secondStep"
}

async function keepPendingSignIn({ context, request, setCookie }: RequestContext, token: string): Promise<void> {
  setCookie(await context.secondStepCookie.write(token))
  setCookie(await context.deviceCookie.write(await context.deviceCookie.read(request)))
}

export async function codeOrigin({ context, request }: RequestContext): Promise<CodeOrigin> {
  return { device: await context.deviceCookie.read(request), address: context.clientAddress }
}

/** Keeps the cart. @throws ShopError as `continueAsGuest` */
export async function startGuestSession(ctx: RequestContext, email: string): Promise<void> {
  const session = await continueAsGuest(ctx.shop, email, { ...ctx, device: deviceInfo(ctx), token: ctx.sessionToken })
  if (session) ctx.updateSessionCookie({ session, cart: ctx.cart })
}

/** The cookie keeps its expired secret, so that a form in another tab is recognized. */
export async function signOut(ctx: RequestContext): Promise<void> {
  if (ctx.sessionToken) await endSession(ctx.shop, ctx.sessionToken)
  if (ctx.user) ctx.shop.log.info({ userId: ctx.user.id }, "signed out")
  ctx.updateSessionCookie({
    session: ctx.sessionToken ? { token: ctx.sessionToken, expiresAt: ctx.shop.now() } : null,
    cart: [],
  })
}

/** Also checks whether the account trusts this browser. @throws ShopError as `authenticate` */
export async function authenticateInBrowser(ctx: RequestContext, sent: FormData): Promise<VerifiedCredentials> {
  const credentials = await authenticateForm(ctx, sent)
  return { ...credentials, trustToken: await ctx.context.trustCookie.read(ctx.request) }
}

/** The only way to sign in with a password, for pages and calls. @throws ShopError as `authenticate` */
export async function authenticateForm(ctx: RequestContext, sent: FormData): Promise<VerifiedCredentials> {
  const { shop, request, context } = ctx
  const verify: Verify = async ({ form }) => {
    const credentials = parse(Credentials, formToObject(form))
    return authenticate(shop, credentials, context.clientAddress, await context.deviceCookie.read(request))
  }
  return new Authenticator<VerifiedCredentials>()
    .use(new ReadFormStrategy(sent, verify), "login")
    .authenticate("login", new Request(ctx.url, { method: "POST" }))
}

type Verify = ConstructorParameters<typeof FormStrategy<VerifiedCredentials>>[0]

/** Takes a form that the doorway has read, instead of reading the request again. */
class ReadFormStrategy extends FormStrategy<VerifiedCredentials> {
  readonly #form = new FormData()

  constructor(sent: FormData, verify: Verify) {
    super(verify)
    for (const [name, value] of sent) if (typeof value === "string") this.#form.append(name, value)
  }

  override authenticate(request: Request): Promise<VerifiedCredentials> {
    return this.verify({ form: this.#form, request })
  }
}

function deviceInfo({ request, context }: RequestContext) {
  return { userAgent: request.headers.get("User-Agent") ?? "", address: context.clientAddress }
}
