import { z } from "zod"
import { Email } from "~/domain/accounts/account"
import { permissionNames, permissions } from "~/domain/accounts/permission"
import { optionsOf } from "~/domain/records/control"
import { line, money, someOf } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { codeText } from "~/domain/text/code-text"

const limit = { otherwise: "Enter an amount such as 100, or leave this empty" }

const Chosen = z
  .array(z.enum(permissions, "Please choose from the list"), "Please choose from the list")
  .max(permissions.length, "Please choose each once")
  .default([])
  .transform((chosen) => [...new Set(chosen)].sort())

export const roleRecord = record({
  name: line({ label: "Name" }, 60),
  permissions: someOf({ label: "Permissions" }, Chosen, optionsOf(permissionNames)),
  /** Without a confirmation; null: no limit */
  refundLimitOfOrder: money({ label: "Limit per order" }, limit),
  refundLimitOfDay: money({ label: "Limit per day" }, limit),
})

export const RoleForm = roleRecord.form
export type RoleForm = z.output<typeof RoleForm>

export const RoleChoice = z.object({
  role: codeText(24, "Please choose a role", "Please choose a role").toLowerCase().min(1, "Please choose a role"),
})

export const InvitationForm = RoleChoice.extend({ email: Email })
export type InvitationForm = z.output<typeof InvitationForm>
