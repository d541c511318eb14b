import { isStaff, type Visitor } from "~/domain/accounts/actor"
import { addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { BodyBudget, type MemoryLease } from "./body-budget.server"

/** Strangers, members and administrators never wait for each other, and none of them for the card provider. */
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

/** Room for the body of a request, to be closed once it is answered. */
export function leaseBodyMemory(
  sender: SenderClass,
  { clientAddress }: { clientAddress: string },
  { signal }: Request,
): MemoryLease {
  return budgets[sender].lease(addressKey(clientAddress), signal)
}
