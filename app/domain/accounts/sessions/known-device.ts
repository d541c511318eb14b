/** A browser in which people have signed in before, by what its own signed cookie says. */
export interface KnownDevice {
  id: string
  /** The ids of users who have signed in there, the last one first. */
  accounts: readonly string[]
}

/** More people than share a device; the cookie stays small. */
const MAX_ACCOUNTS = 10

/** The device once this user has signed in there. */
export function withAccount({ id, accounts }: KnownDevice, userId: string): KnownDevice {
  return { id, accounts: [userId, ...accounts.filter((known) => known !== userId)].slice(0, MAX_ACCOUNTS) }
}
