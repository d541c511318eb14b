export interface KnownDevice {
  id: string
  /** Whether the cookie has yet to be sent to the browser */
  isNew?: boolean
  /** Ids of users, latest first. */
  accounts: readonly string[]
}

/** Keeps the cookie small. */
const MAX_ACCOUNTS = 10

export function withAccount({ id, accounts }: KnownDevice, userId: string): KnownDevice {
  return { id, accounts: [userId, ...accounts.filter((known) => known !== userId)].slice(0, MAX_ACCOUNTS) }
}
