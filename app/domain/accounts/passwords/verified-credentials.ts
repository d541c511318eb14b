/** A proof of identity, void once the password has changed. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
}
