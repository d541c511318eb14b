export interface KnownDevice {
  id: string
  /** The browser has not sent it yet. */
  isNew?: boolean
  /** Ids of users, latest first. */
  accounts: readonly string[]
}

/** Ten accounts keep the cookie small. */
const MAX_ACCOUNTS = 10

export function withAccount({ id, accounts }: KnownDevice, userId: string): KnownDevice {
  return { id, accounts: [userId, ...accounts.filter((known) => known !== userId)].slice(0, MAX_ACCOUNTS) }
}
