import type { StoredPicture } from "~/domain/media/picture"
import type { Factor } from "./factor"
import type { StaffRole } from "./role"

export type Role = "admin" | "user"
export const roles = ["admin", "user"] as const

/** The role that staff gave, even if it has yet to take effect */
export function givenRole({ role, awaitsRole }: Pick<User, "role" | "awaitsRole">): Role {
  return awaitsRole ? "admin" : role
}

/** What the owner of a session has proven their identity with */
export interface SessionProof {
  factors: readonly Factor[]
  at: Date
  hasSecondFactor: boolean
  /** Of a call of the JSON contract, whose clients cannot show a page that confirms */
  isCall?: true
}

export interface User {
  id: string
  name: string
  email: string
  /** In the JSON contract; `admin` for all staff */
  role: Role
  staffRole: StaffRole | null
  isGuest: boolean
  /** Whether the owner of the account has shown that its address is theirs */
  isVerified: boolean
  /** Whether they become an owner as soon as the address is verified */
  awaitsRole: boolean
  avatar: StoredPicture | null
  createdAt: Date
  /** Of the session; absent where there is none, as in commands and jobs */
  proof?: SessionProof
}
