// /update
import { useLoaderData } from "@remix-run/react"
import type { z } from "zod"
import { ProfileForm } from "~/domain/accounts/account"
import { editProfile } from "~/domain/accounts/profile.server"
import { viewPicture } from "~/domain/media/picture"
import { PICTURE_HINT } from "~/domain/media/picture-limits"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { Avatar } from "~/ui/avatar"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { EmailField } from "~/ui/form/email-field"
import { FileField } from "~/ui/form/file-field"
import { PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Edit profile")

export const loader = memberPage(({ shop, actor }) => {
  const { name, email, avatar } = actor
  return { name, email, avatar: avatar && viewPicture(avatar, "", shop.media.baseUrl) }
})

export const action = memberForm(
  ProfileForm,
  async ({ shop, actor, session, files, redirectWithSuccess }, { withoutPicture, ...profile }) => {
    const avatar = files[0] ?? (withoutPicture ? null : undefined)
    await editProfile(shop, actor, { ...profile, avatar }, session)
    return redirectWithSuccess("/account", "Profile Updated")
  },
  { fileField: "avatar" },
)

export default function EditProfile() {
  const { name, email, avatar } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<z.input<typeof ProfileForm> & { avatar: File }>({
    id: "profile",
    defaultValue: { name, email },
  })
  return (
    <NarrowPage title="Edit profile">
      <ShopForm
        tool={{ name: "save_profile", description: "Saves the name, the email address and the picture of the account" }}
        form={form}
        encType="multipart/form-data"
      >
        <TextField of={fields.name} label="Name" autoComplete="name" required />
        <EmailField
          of={fields.email}
          hint="You sign in with it. If you change it, we send a link to your old address that undoes the change."
        />
        <PasswordField
          of={fields.password}
          label="Your password"
          hint="Only needed to change your email."
          autoComplete="current-password"
          required={false}
        />
        <div className="profile-picture">
          <Avatar name={name} picture={avatar} size={96} />
          <FileField of={fields.avatar} label="Picture" hint={`${PICTURE_HINT}.`} accept="image/*" required={false} />
        </div>
        {avatar && <CheckboxField of={fields.withoutPicture} label="Remove my picture and show my initials" />}
        <SubmitOrCancel cancel="/account">Update</SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
