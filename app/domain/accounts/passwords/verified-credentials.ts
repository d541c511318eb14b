/** Proof of identity; signing in fails if the password has changed since. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
}
