import type { AddedFactor } from "~/domain/factors/second-factors.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { signIn } from "./sign-in.server"

/** Returns the next page: that of new recovery codes if there are any. */
export async function signInWithNewFactor(
  ctx: RequestContext,
  { credentials, recoveryCodes }: AddedFactor,
): Promise<string> {
  await signIn(ctx, credentials)
  if (!recoveryCodes) return "/account/security"
  await storeRecoveryCodes(ctx, recoveryCodes)
  return "/account/security/recovery-codes"
}

/** Passes new codes to the page that shows them. */
export async function storeRecoveryCodes(ctx: RequestContext, codes: readonly string[]): Promise<void> {
  const encrypted = ctx.shop.secrets.encrypt(codes.join(" "), ctx.user?.id ?? "")
  ctx.setCookie(await ctx.context.recoveryCodesCookie.write(encrypted))
}

/** Returns new codes once. */
export async function takeRecoveryCodes({
  shop,
  user,
  request,
  context,
  setCookie,
}: RequestContext): Promise<string[]> {
  const encrypted = await context.recoveryCodesCookie.read(request)
  const codes = encrypted && user ? shop.secrets.decrypt(encrypted, user.id) : null
  if (!codes) return []
  setCookie(await context.recoveryCodesCookie.write(null))
  return codes.split(" ")
}
