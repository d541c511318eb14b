import type { Factor } from "../factors/factor"

/** A proof of identity, void once the password has changed. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
  /** The password alone by default */
  factors?: readonly Factor[]
  /** The cookie of a device that may be trusted */
  trustToken?: string
}
