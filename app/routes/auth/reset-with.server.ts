import type { PasswordReset } from "~/domain/accounts/account"
import { resetPassword } from "~/domain/accounts/passwords/password-reset.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { signInTo } from "~/http/session/sign-in.server"

/** Sets a new password with the secret of a mailed link, and signs in. */
export function resetWith(readSecret: (ctx: FormContext<unknown>) => string | Promise<string>) {
  return async (ctx: FormContext<unknown>, passwords: PasswordReset) => {
    const credentials = await resetPassword(ctx.shop, await readSecret(ctx), passwords)
    ctx.setCookie(await ctx.context.resetCookie.write(null))
    ctx.toast({ type: "success", message: "Password changed successfully" })
    return signInTo(ctx, credentials, "/account")
  }
}
