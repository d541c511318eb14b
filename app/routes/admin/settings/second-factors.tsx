// /admin/settings/second-factors
import { useLoaderData } from "@remix-run/react"
import { changeFactorPolicy } from "~/domain/accounts/factors/change-policy.server"
import { TRUST_DAYS } from "~/domain/accounts/factors/factor"
import { factorPolicyOf } from "~/domain/settings/settings"
import { FactorPolicyForm } from "~/domain/settings/settings-schema"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"

export const meta = title("Second factors")

export const loader = adminPage(
  ["settings.edit", "staff.appoint"],
  ({ shop }) => factorPolicyOf(shop.settings.current),
  { proof: "recent" },
)

export const action = adminForm(
  ["settings.edit", "staff.appoint"],
  FactorPolicyForm,
  async ({ shop, actor, redirectWithSuccess }, policy) => {
    await changeFactorPolicy(shop, actor, policy)
    return redirectWithSuccess("/admin/settings/second-factors", "Saved")
  },
  { proof: "recent" },
)

export default function SecondFactors() {
  const policy = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Second factors"
      lead="From a day of your choice on, everybody who works here needs a passkey or an authenticator app, and can do nothing without but set one up."
    >
      <PolicyForm key={JSON.stringify(policy)} policy={policy} />
    </AdminPage>
  )
}

type Policy = ReturnType<typeof useLoaderData<typeof loader>>

function PolicyForm({ policy }: { policy: Policy }) {
  const [form, fields] = useShopForm<Policy>({ id: "second-factors", defaultValue: policy })
  return (
    <ShopForm form={form}>
      <TextField
        of={fields.staffFactorsFrom}
        label="Staff need a second factor from"
        hint="Whoever has none is told by email at once, and on the dashboard until then. Empty: nobody needs one."
        type="date"
        width="medium"
        required={false}
      />
      <CheckboxField
        of={fields.trustedDevices}
        label={`People may trust a device for ${TRUST_DAYS} days`}
        hint="Also customers. With their password, it then signs them in without their second factor; what asks again after a quarter of an hour asks for it all the same. Switched off, no device is trusted any more."
        required={false}
      />
      <SubmitOrCancel cancel="/admin/settings" cancelLabel="Back to the settings">
        Save
      </SubmitOrCancel>
    </ShopForm>
  )
}
