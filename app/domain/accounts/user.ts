import type { StoredPicture } from "../media/picture"

export type Role = "admin" | "user"
export const roles = ["admin", "user"] as const

export interface User {
  id: string
  name: string
  email: string
  role: Role
  avatar: StoredPicture | null
  createdAt: Date
}
