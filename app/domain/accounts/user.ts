import type { StoredPicture } from "~/domain/media/picture"
import type { Factor } from "./factor"
import type { StaffRole } from "./role"

export type Role = "admin" | "user"
export const roles = ["admin", "user"] as const

/** The role that staff gave, even if it is not in effect yet */
export function givenRole({ role, awaitsRole }: Pick<User, "role" | "awaitsRole">): Role {
  return awaitsRole ? "admin" : role
}

/** The factors with which the owner of a session proved their identity */
export interface SessionProof {
  factors: readonly Factor[]
  at: Date
  hasSecondFactor: boolean
  /** Whether the call belongs to the JSON contract, whose clients cannot show a confirmation page */
  isCall?: true
}

export interface User {
  id: string
  name: string
  email: string
  /** The role in the JSON contract; `admin` for all staff */
  role: Role
  staffRole: StaffRole | null
  isGuest: boolean
  /** Whether the owner of the account has verified its address */
  isVerified: boolean
  /** Whether the account gets the owner's role once the address is verified */
  awaitsRole: boolean
  avatar: StoredPicture | null
  createdAt: Date
  /** The session's CSRF token; absent for commands and jobs */
  proof?: SessionProof
}
