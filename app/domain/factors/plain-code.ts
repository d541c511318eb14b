import { cleanNumber } from "~/domain/text/clean-code"

/** Of a code of an authenticator app or a recovery code, without spaces, hyphens and what is pasted along. */
export function plainCode(typed: string): string {
  return cleanNumber(typed).replaceAll(/[\s\p{Pd}]/gu, "")
}
