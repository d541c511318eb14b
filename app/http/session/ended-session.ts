import { isSecretField } from "~/domain/validation/secret-fields"

export const SIGNED_OUT_KEPT = "You have been signed out. Sign in again: what you typed is kept."
export const SIGNED_OUT_LOST = "You have been signed out before this was done. Sign in again, and then repeat it."

/** Whether there is anything in a form that could be shown again: a text that is no secret. */
export function hasVisibleText(sent: FormData): boolean {
  return [...sent].some(([name, value]) => typeof value === "string" && value.trim() !== "" && !isSecretField(name))
}

/** Why a form waits on its page, and what is to be done with it there. */
export function endedSessionReason(received: FormData, typed: boolean): string {
  const hadFiles = [...received.values()].some((value) => value instanceof File && value.size > 0)
  if (typed) {
    const files = hadFiles ? ", choose files again," : ""
    return `You were signed out before this was saved. This is what you typed: please check it${files} and send it.`
  }
  return `You were signed out before this was done. Please ${hadFiles ? "choose the file again and send it" : "do it again"}.`
}
