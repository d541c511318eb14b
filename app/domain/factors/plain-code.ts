import { cleanNumber } from "~/domain/text/clean-code"

/** Removes spaces, hyphens and characters pasted along from a code of an authenticator app or a recovery code. */
export function plainCode(typed: string): string {
  return cleanNumber(typed).replaceAll(/[\s\p{Pd}]/gu, "")
}
