// /update
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { z } from "zod"
import { ProfileForm } from "~/domain/accounts/account"
import { updateProfile } from "~/domain/accounts/profile.server"
import { requireMember } from "~/domain/accounts/user"
import { viewPicture } from "~/domain/media/picture"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { uploadsFrom } from "~/http/uploads.server"
import { Avatar } from "~/ui/avatar"
import { Button, ButtonLink } from "~/ui/button"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export const meta = title("Edit profile")

/** The picture can also be taken away; for that the JSON contract has no word. */
const EditProfileForm = ProfileForm.extend({ withoutPicture: z.boolean().optional() })

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ shop, user }) => {
    const { name, email, avatar } = requireMember(user)
    return { name, email, avatar: avatar && viewPicture(avatar, "", shop.media.baseUrl) }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    EditProfileForm,
    async ({ shop, user, sent, redirectWithSuccess }, { withoutPicture, ...profile }) => {
      const [chosen] = uploadsFrom({ kind: "form", data: sent }, "avatar")
      await updateProfile(shop, requireMember(user), {
        ...profile,
        avatar: chosen ?? (withoutPicture ? null : undefined),
      })
      return redirectWithSuccess("/account", "Profile Updated")
    },
    { guard: requireMember },
  )
}

export default function EditProfile() {
  const { name, email, avatar } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<z.input<typeof EditProfileForm> & { avatar: File }>({
    id: "profile",
    lastResult: useActionData<typeof action>(),
    defaultValue: { name, email },
  })
  return (
    <div className="page page-narrow">
      <PageHeading title="Edit profile" />
      <ShopForm form={form} encType="multipart/form-data">
        <TextField of={fields.name} label="Name" autoComplete="name" required />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          hint="You sign in with it. A change is announced to the old address."
          required
        />
        <div className="profile-picture">
          <Avatar name={name} picture={avatar} size={96} />
          <FileField of={fields.avatar} label="Picture" accept="image/*" required={false} />
        </div>
        {avatar && <CheckboxField of={fields.withoutPicture} label="Remove my picture and show my initials" />}
        <div className="cluster">
          <Button busy={useNavigation().state === "submitting"}>Update</Button>
          <ButtonLink to="/account" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
