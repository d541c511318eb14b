import type { Factor } from "../factor"

/** A proof of identity, void once the password has changed. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
  /** The factors used; only the password by default */
  factors?: readonly Factor[]
  /** The way in which the account was opened, if not by signing in */
  via?: "registration" | "reset-link"
  /** The cookie of a device that may be trusted */
  trustToken?: string
}
