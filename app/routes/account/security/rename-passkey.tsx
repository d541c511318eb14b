// /account/security/passkeys/:id
import { useLoaderData } from "@remix-run/react"
import { PasskeyName } from "~/domain/factors/passkeys/passkey-form"
import { findSecondFactors, renamePasskey } from "~/domain/factors/second-factors.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ name }) => `Rename the passkey “${name}”`)

export const loader = memberPage(
  async ({ shop, actor, id, redirect }) => {
    const { passkeys } = await findSecondFactors(shop, actor)
    const passkey = passkeys.find((one) => one.id === id)
    return passkey ? { name: passkey.name } : redirect("/account/security")
  },
  { proof: "factors.change" },
)

export const action = memberForm(
  PasskeyName,
  async ({ shop, actor, id, redirect, redirectWithSuccess, toast }, { name }) => {
    if (await renamePasskey(shop, actor, id, name))
      return redirectWithSuccess("/account/security", `The passkey is named “${name}”`)
    toast({ type: "info", message: "This passkey no longer exists" })
    return redirect("/account/security")
  },
  { proof: "factors.change" },
)

export default function RenamePasskey() {
  const { name } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<PasskeyName>({ id: "passkey", defaultValue: { name } })
  return (
    <NarrowPage title={`Rename the passkey “${name}”`}>
      <ShopForm tool={null} form={form}>
        <TextField of={fields.name} label="Name" hint="To recognise it in your list" maxLength={60} required />
        <SubmitOrCancel cancel="/account/security">Rename</SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
