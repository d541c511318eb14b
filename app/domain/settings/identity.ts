import type { Identity, Queryable } from "~/domain/shop"
import { registrationLine, registrationsOf } from "./registrations"
import { DEFAULT_EMAIL, DEFAULT_NAME, linesOf } from "./settings"
import type { SettingsMemory } from "./settings-memory.server"

/** Environment variables take precedence over settings; `null` means that none is set. */
export interface FixedIdentity {
  name: string | null
  email: string | null
  url: string
}

/** The getters read the current settings. */
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

export function senderOf({ identity, settings }: Pick<Queryable, "identity" | "settings">) {
  const { senderName, senderEmail } = settings.current
  return { name: senderName || identity.name, address: senderEmail || identity.email }
}

/** @param country the buyer's, whose registrations are named */
export function letterheadOf({ identity, settings }: Pick<Queryable, "identity" | "settings">, country?: string) {
  const registrations = registrationsOf(settings.current).filter((one) => one.country === country)
  const { address, telephone, taxId, vatId } = settings.current
  const ids = [taxId && `Tax ID ${taxId}`, vatId && `VAT ID ${vatId}`]
  const lines = [
    ...linesOf(address),
    telephone,
    identity.url,
    identity.email,
    ...ids,
    ...registrations.map(registrationLine),
  ]
  return { name: identity.name, lines: lines.filter(Boolean) }
}
