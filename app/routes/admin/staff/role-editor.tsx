import { permissionRooms } from "~/domain/accounts/permission"
import type { StaffRole } from "~/domain/accounts/staff/role"
import { centsToText } from "~/domain/money/format-money"
import { CheckboxChoices } from "~/ui/form/checkbox-choices"
import { MoneyField } from "~/ui/form/money-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface RoleEditorProps {
  /** Absent for a new one */
  role?: StaffRole & { snapshot: string }
}

type RoleValues = {
  name: string
  permissions: string[]
  refundLimitOfOrder: string
  refundLimitOfDay: string
  snapshot: string
}

export function RoleEditor({ role }: RoleEditorProps) {
  const [form, fields] = useShopForm<RoleValues>({ id: "role", defaultValue: role && valuesOf(role) })
  return (
    <ShopForm form={form}>
      <input type="hidden" name={fields.snapshot.name} value={role?.snapshot ?? ""} />
      <TextField of={fields.name} label="Name" maxLength={60} required />
      {Object.entries(permissionRooms).map(([room, names]) => (
        <CheckboxChoices
          key={room}
          of={fields.permissions}
          label={room}
          options={Object.entries(names).map(([value, label]) => ({ value, label }))}
        />
      ))}
      <h2>Refunds</h2>
      <p>What is more waits for somebody who may refund as much. Empty: without a limit.</p>
      <div className="form-row">
        <MoneyField of={fields.refundLimitOfOrder} label="At most an order" required={false} />
        <MoneyField of={fields.refundLimitOfDay} label="At most a day" required={false} />
      </div>
      <SubmitButton>Save</SubmitButton>
    </ShopForm>
  )
}

function valuesOf({
  name,
  permissions,
  refundLimitOfOrder,
  refundLimitOfDay,
  snapshot,
}: StaffRole & { snapshot: string }) {
  const text = (cents: number | null) => (cents === null ? "" : centsToText(cents))
  return {
    ...{ name, permissions, snapshot },
    refundLimitOfOrder: text(refundLimitOfOrder),
    refundLimitOfDay: text(refundLimitOfDay),
  }
}
