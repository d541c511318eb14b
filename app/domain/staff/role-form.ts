import { z } from "zod"
import { Email } from "~/domain/accounts/account"
import { permissions } from "~/domain/accounts/permission"
import { optionalAmount } from "~/domain/money/amount"
import { FormKey } from "~/domain/records/form-key"
import { codeText } from "~/domain/text/code-text"
import { visibleLine } from "~/domain/text/visible-line"

const limit = optionalAmount({ otherwise: "Enter an amount such as 100, or nothing" })

const seen = z.string().max(4_000).default("")

export const RoleForm = z.object({
  name: visibleLine(60, {
    missing: "Please enter a name",
    tooLong: "At most 60 characters",
    unprintable: "There is a character in the name that cannot be used",
  }),
  permissions: z
    .array(z.enum(permissions, "Please choose from the list"), "Please choose from the list")
    .max(permissions.length, "Please choose each once")
    .default([])
    .transform((chosen) => [...new Set(chosen)]),
  refundLimitOfOrder: limit,
  refundLimitOfDay: limit,
  // Pages opened before an upgrade send a text here.
  snapshot: z
    .object({ name: seen, permissions: seen, refundLimitOfOrder: seen, refundLimitOfDay: seen })
    .optional()
    .catch(undefined),
  formKey: FormKey,
})
export type RoleForm = z.output<typeof RoleForm>

export const RoleChoice = z.object({
  role: codeText(24, "Please choose a role", "Please choose a role").toLowerCase().min(1, "Please choose a role"),
})

export const InvitationForm = RoleChoice.extend({ email: Email })
export type InvitationForm = z.output<typeof InvitationForm>
