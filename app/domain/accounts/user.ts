import type { StoredPicture } from "../media/picture"
import type { StaffRole } from "./staff/role"

export type Role = "admin" | "user"
export const roles = ["admin", "user"] as const

export interface User {
  id: string
  name: string
  email: string
  /** In the JSON contract; `admin` for all staff */
  role: Role
  staffRole: StaffRole | null
  isGuest: boolean
  avatar: StoredPicture | null
  createdAt: Date
}
