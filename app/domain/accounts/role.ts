import type { Cents } from "~/domain/money/money"
import type { Permission } from "./permission"

/** The role that permits everything and is never changed. */
export const OWNER_ROLE = "000000000000000000000001"

export interface StaffRole {
  id: string
  name: string
  permissions: Permission[]
  /** The highest refund without a confirmation; null: no limit */
  refundLimitOfOrder: Cents | null
  refundLimitOfDay: Cents | null
}

export function isOwnerRole({ id }: Pick<StaffRole, "id">): boolean {
  return id === OWNER_ROLE
}

export function permits(role: Pick<StaffRole, "id" | "permissions">, permission: Permission): boolean {
  return isOwnerRole(role) || role.permissions.includes(permission)
}

/** Returns whether staff with one role may give and take the other */
export function covers(role: StaffRole, other: StaffRole): boolean {
  if (isOwnerRole(role)) return true
  return (
    !isOwnerRole(other) &&
    other.permissions.every((permission) => role.permissions.includes(permission)) &&
    isWithin(other.refundLimitOfOrder, role.refundLimitOfOrder) &&
    isWithin(other.refundLimitOfDay, role.refundLimitOfDay)
  )
}

function isWithin(limit: Cents | null, most: Cents | null): boolean {
  return most === null || (limit !== null && limit <= most)
}
