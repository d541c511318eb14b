import { paths } from "~/paths"
import { NewPasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"

interface GuestAccountProps {
  email: string
  orderId: string
}

/** Creates an account from a guest's order. */
export function GuestAccount({ email, orderId }: GuestAccountProps) {
  const [form, fields] = useShopForm<{ password: string }>({ id: "guest-account" })
  return (
    <section className="stack no-print" aria-labelledby="guest-account-heading">
      <h2 id="guest-account-heading">Keep your order in an account</h2>
      <p>Just choose a password. You sign in with {email}.</p>
      <ShopForm tool={null} form={form} action={paths.success(orderId)}>
        <PasswordManagerUsername email={email} />
        <NewPasswordField of={fields.password} label="Password" />
        <SubmitButton wide>Create account</SubmitButton>
      </ShopForm>
    </section>
  )
}
