import { isStaff, type Visitor } from "~/domain/accounts/actor"
import { addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { BodyBudget, type MemoryLease } from "./body-budget.server"

/** Separate budgets keep one kind of sender from delaying another. */
const budgets = {
  anonymous: new BodyBudget(),
  member: new BodyBudget(),
  admin: new BodyBudget(),
  gateway: new BodyBudget(),
}

type SenderClass = keyof typeof budgets

export function senderClassOf(user: Visitor): SenderClass {
  if (!user) return "anonymous"
  return isStaff(user) ? "admin" : "member"
}

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
