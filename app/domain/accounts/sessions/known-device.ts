export interface KnownDevice {
  id: string
  /** Whether the cookie must still be sent to the browser */
  isNew?: boolean
  /** Ids of users, latest first. */
  accounts: readonly string[]
}

/** Limits the size of the cookie. */
const MAX_ACCOUNTS = 10

export function withAccount({ id, accounts }: KnownDevice, userId: string): KnownDevice {
  return { id, accounts: [userId, ...accounts.filter((known) => known !== userId)].slice(0, MAX_ACCOUNTS) }
}
