/** A browser in which somebody has signed in before, from its signed cookie. */
export interface KnownDevice {
  id: string
  /** User ids, latest first. */
  accounts: readonly string[]
}

/** The cookie stays small. */
const MAX_ACCOUNTS = 10

export function withAccount({ id, accounts }: KnownDevice, userId: string): KnownDevice {
  return { id, accounts: [userId, ...accounts.filter((known) => known !== userId)].slice(0, MAX_ACCOUNTS) }
}
