import { isStaff, type Visitor } from "~/domain/accounts/actor"
import { addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { BodyBudget, type MemoryLease } from "./body-budget.server"

/** Separate, so that no kind of sender waits for another. */
const budgets = {
  stranger: new BodyBudget(),
  member: new BodyBudget(),
  admin: new BodyBudget(),
  gateway: new BodyBudget(),
}

type SenderClass = keyof typeof budgets

export function senderClassOf(user: Visitor): SenderClass {
  if (!user) return "stranger"
  return isStaff(user) ? "admin" : "member"
}

/** Leases memory for the body of a request until `use` is done with it. */
export async function withBodyMemory<T>(
  sender: SenderClass,
  { clientAddress }: { clientAddress: string },
  { signal }: Request,
  use: (lease: MemoryLease) => Promise<T>,
): Promise<T> {
  const lease = budgets[sender].lease(addressKey(clientAddress), signal)
  try {
    return await use(lease)
  } finally {
    lease.release()
  }
}
