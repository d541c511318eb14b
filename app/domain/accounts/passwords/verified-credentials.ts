/**
 * A user who has just been verified: by a password, a registration or a reset link. Signing in takes nothing
 * less, and refuses when the password has changed in between.
 */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
}
