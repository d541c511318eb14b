import type { Identity, Queryable } from "../shop"
import { DEFAULT_EMAIL, DEFAULT_NAME, linesOf } from "./settings"
import type { SettingsMemory } from "./settings-memory.server"

/** What the environment decides, whatever the settings say; null is left to them. */
export interface FixedIdentity {
  name: string | null
  email: string | null
  url: string
}

/** What shoppers see of the shop's identity, as it is whenever it is read. */
export function identityOf(settings: SettingsMemory, fixed: FixedIdentity): Identity {
  return {
    get name() {
      return fixed.name ?? (settings.current.name || DEFAULT_NAME)
    },
    get email() {
      return fixed.email ?? (settings.current.email || DEFAULT_EMAIL)
    },
    url: fixed.url,
  }
}

/** From whom the shop's mails come. */
export function senderOf({ identity, settings }: Pick<Queryable, "identity" | "settings">) {
  const { senderName, senderEmail } = settings.current
  return { name: senderName || identity.name, address: senderEmail || identity.email }
}

/** The head of a printed sheet: the name, and the lines below it. */
export function letterheadOf({ identity, settings }: Pick<Queryable, "identity" | "settings">) {
  const { address, telephone, taxId } = settings.current
  const lines = [...linesOf(address), telephone, identity.url, identity.email, taxId && `Tax ID ${taxId}`]
  return { name: identity.name, lines: lines.filter(Boolean) }
}
