export interface Passkey {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const MAX_PASSKEYS = 10

export const CHALLENGE_MINUTES = 5
