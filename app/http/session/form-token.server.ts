import { createHmac, timingSafeEqual } from "node:crypto"
import type { Session } from "~/domain/accounts/sessions/sessions.server"
import { FORM_TOKEN_LENGTH } from "~/http/forms/sent-token.server"
import { type CookieSettings, type CookieSource, keysOf } from "./signed-cookie.server"

export type FormTokens = ReturnType<typeof openFormTokens>

type Owner = Pick<Session, "id">

/** Tokens that the forms of a session's pages send, and that no other site knows (0142) */
export function openFormTokens({ secrets }: Pick<CookieSettings, "secrets">) {
  const keys = keysOf("form token", secrets)
  return {
    /** Returns `null` without a session, and for browsers that name the page of a form themselves. */
    sentTo(request: CookieSource, session: Owner | null): string | null {
      const [key] = keys
      return key && session && !request.headers.get("Sec-Fetch-Site") ? tokenOf(session, key) : null
    },
    isOf({ id }: Owner, token: string): boolean {
      return keys.some((key) => areEqual(tokenOf({ id }, key), token))
    },
  }
}

function tokenOf({ id }: Owner, key: string): string {
  return createHmac("sha256", key).update(id).digest("base64url").slice(0, FORM_TOKEN_LENGTH)
}

function areEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
