// /admin/settings/second-factors
import { useLoaderData } from "@remix-run/react"
import { changeFactorPolicy } from "~/domain/accounts/factors/change-policy.server"
import { FactorPolicy } from "~/domain/settings/settings-schema"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"

export const meta = title("Second factors")

export const loader = adminPage(
  ["settings.edit", "staff.appoint"],
  ({ shop }) => ({ day: shop.settings.current.staffFactorsFrom }),
  { proof: "recent" },
)

export const action = adminForm(
  ["settings.edit", "staff.appoint"],
  FactorPolicy,
  async ({ shop, actor, redirectWithSuccess }, { day }) => {
    await changeFactorPolicy(shop, actor, day)
    return redirectWithSuccess("/admin/settings/second-factors", "Saved")
  },
  { proof: "recent" },
)

export default function SecondFactors() {
  const { day } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ day: string }>({ id: "second-factors", defaultValue: { day } })
  return (
    <AdminPage
      title="Second factors"
      lead="From a day of your choice on, everybody who works here needs a passkey or an authenticator app, and can do nothing without but set one up."
    >
      <ShopForm form={form}>
        <TextField
          of={fields.day}
          label="Staff need a second factor from"
          hint="Whoever has none is told by email at once, and on the dashboard until then. Empty: nobody needs one."
          type="date"
          width="medium"
          required={false}
        />
        <div className="cluster">
          <SubmitButton>Save</SubmitButton>
          <ButtonLink to="/admin/settings" variant="quiet">
            Back to the settings
          </ButtonLink>
        </div>
      </ShopForm>
    </AdminPage>
  )
}
