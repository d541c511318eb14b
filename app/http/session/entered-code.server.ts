import { tryCode } from "~/domain/discounts/try-code.server"
import type { RequestContext } from "~/http/doorways/request-context.server"

/** @throws ShopError `tooMany` after many codes that do not exist */
export async function enterCode({ shop, context, user, setCookie }: RequestContext, typed: string): Promise<void> {
  const code = await tryCode(shop, [context.clientAddress, user?.id ?? ""].filter(Boolean), typed)
  setCookie(await context.discountCookie.write(code || null))
}

export function enteredCode({ context, request }: RequestContext): Promise<string> {
  return context.discountCookie.read(request)
}
