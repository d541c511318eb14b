import type { User } from "~/domain/accounts/user"
import { tryCode, tryVisitorCode } from "~/domain/discounts/try-code.server"
import { ShopError } from "~/domain/shop-error"
import type { RequestContext } from "~/http/doorways/request-context.server"

/** Marks a code that is checked once its buyer is known. */
const UNTRIED = "?"

/** @throws ShopError `tooMany` after many codes that do not exist */
export async function enterCode(ctx: RequestContext, typed: string): Promise<void> {
  const { shop, context, user, request, setCookie } = ctx
  if (user) return keepCode(ctx, await tryCode(shop, guesserOf(ctx, user), withoutMark(typed)))
  const device = await context.deviceCookie.read(request)
  const visitor = { device: device.isNew ? null : device.id, address: context.clientAddress }
  const { code, isTried, isWrong } = await tryVisitorCode(shop, visitor, withoutMark(typed))
  // A visitor who has guessed has a separate count from now on.
  if (isWrong && device.isNew) setCookie(await context.deviceCookie.write(device))
  await keepCode(ctx, isTried ? code : `${UNTRIED}${code}`)
}

interface EnteredCode {
  /** Empty while it is unchecked */
  code: string
  /** An unchecked code */
  untried: string
}

export async function enteredCode(ctx: RequestContext): Promise<EnteredCode> {
  const { shop, context, request, user } = ctx
  const kept = await context.discountCookie.read(request)
  if (!kept.startsWith(UNTRIED)) return { code: kept, untried: "" }
  const typed = withoutMark(kept)
  if (!user) return { code: "", untried: typed }
  try {
    const code = await tryCode(shop, guesserOf(ctx, user), typed)
    await keepCode(ctx, code)
    return { code, untried: "" }
  } catch (error) {
    if (error instanceof ShopError && error.kind === "tooMany") return { code: "", untried: typed }
    throw error
  }
}

const guesserOf = ({ context }: RequestContext, { id, isGuest }: User) => ({
  id,
  address: isGuest ? context.clientAddress : null,
})

async function keepCode({ context, setCookie }: RequestContext, code: string): Promise<void> {
  setCookie(await context.discountCookie.write(code || null))
}

const withoutMark = (typed: string) => typed.replace(/^\?+/, "")
