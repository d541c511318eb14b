// /login
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, useLoaderData, useLocation } from "@remix-run/react"
import { Credentials, GuestForm, Registration } from "~/domain/accounts/account"
import { accountLimits } from "~/domain/accounts/account-limits"
import { isMember } from "~/domain/accounts/actor"
import { assertStrongPassword } from "~/domain/accounts/passwords/passwords.server"
import { registerUser } from "~/domain/accounts/registration/register.server"
import { PICTURE_HINT } from "~/domain/media/picture-limits"
import { areGuestsWelcome } from "~/domain/settings/settings"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { redirectTarget } from "~/http/request/request-path"
import { authenticateInBrowser, signIn, signInTo, startGuestSession } from "~/http/session/sign-in.server"
import { paths } from "~/paths"
import { EmailField } from "~/ui/form/email-field"
import { PasskeyLink } from "~/ui/form/factors/passkey-link"
import { FileField } from "~/ui/form/file-field"
import { NewPasswordField, PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { CardPage } from "~/ui/shell/page"
import { pageMeta } from "~/ui/shell/page-meta"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  return pageMeta(page, { title: data?.form === "register" ? "Register" : "Login" })
}

export const loader = page(({ shop, user, url, redirect }) => {
  const target = redirectTarget(url)
  if (isMember(user)) return redirect(target)
  const offersGuest = leadsToCheckout(target) && areGuestsWelcome(shop.settings.current)
  return { form: formOf(url.searchParams), target, guest: offersGuest ? { email: user?.email ?? "" } : null }
})

export const action = (args: ActionFunctionArgs) => actions[formOf(new URL(args.request.url).searchParams)](args)

const login = form(
  Credentials,
  async (ctx) => signInTo(ctx, await authenticateInBrowser(ctx, ctx.formData), redirectTarget(ctx.url)),
  // The limit for unknown devices is used up.
  { refused: (error, ctx) => (error.limit === accountLimits.loginOfAccount.name ? ctx.redirect("/login/link") : null) },
)

const register = form(
  Registration,
  async (ctx, registration) => {
    const [avatar] = ctx.files
    await signIn(ctx, await registerUser(ctx.shop, registration, { address: ctx.context.clientAddress, avatar }))
    return ctx.redirect(redirectTarget(ctx.url))
  },
  {
    fileField: "avatar",
    checks: ({ shop }, { name = "", email = "", password = "" }) => [
      () => assertStrongPassword(shop, password, { name, email }, "password"),
    ],
  },
)

const continueWithoutAccount = form(GuestForm, async (ctx, { email }) => {
  if (!isMember(ctx.user)) await startGuestSession(ctx, email)
  return ctx.redirect(redirectTarget(ctx.url))
})

const actions = { login, register, guest: continueWithoutAccount }

const checkoutSteps = ["/shipping", "/order/confirm", "/process/payment"]

/** The address may contain the time of the form before it. */
function leadsToCheckout(target: string): boolean {
  return checkoutSteps.includes(target.split(/[?#]/, 1)[0] ?? "")
}

const DEFAULT_TARGET = "/account"

/** Identifies which of the page's forms was sent to this address */
function formOf(query: URLSearchParams): keyof typeof actions {
  if (query.has("guest")) return "guest"
  return query.has("register") ? "register" : "login"
}

export default function Login() {
  const { form, target, guest } = useLoaderData<typeof loader>()
  const registering = form === "register"
  const heading = registering ? "Create your account" : "Welcome back"
  return (
    <CardPage title={guest ? "Check out" : heading} lead={guest ? undefined : ACCOUNT_LEAD}>
      {guest && <GuestFields key={form === "guest" ? "refused" : "fresh"} target={target} {...guest} />}
      {guest && <h2>{registering ? heading : "Or sign in"}</h2>}
      <nav className="tabs" aria-label="Login or register">
        <Tab to={loginUrl({ registering: false, target })} label="Login" current={!registering} />{" "}
        <Tab to={loginUrl({ registering: true, target })} label="Register" current={registering} />
      </nav>
      {registering ? <RegisterFields key="register" target={target} /> : <LoginFields key={form} target={target} />}
    </CardPage>
  )
}

const ACCOUNT_LEAD =
  "With an account you can check out, follow your orders and review what you bought. It keeps your cart and your address for the next time."

function GuestFields({ target, email }: { target: string; email: string }) {
  const [form, fields] = useShopForm<{ email: string }>({
    id: "guest",
    defaultValue: { email },
    ...useResultOf("guest"),
  })
  return (
    <section className="stack" aria-labelledby="guest-heading">
      <h2 id="guest-heading">Continue without an account</h2>
      <ShopForm tool={null} form={form} action={paths.login({ guest: true, redirect: target })}>
        <EmailField of={fields.email} hint="We send your confirmation there, with a link to your order." />
        <SubmitButton wide>Continue</SubmitButton>
        <p className="auth-aside">
          <Link to="/order/links">Find an order made without an account</Link>
        </p>
      </ShopForm>
    </section>
  )
}

/** The page's other forms ignore results that are not theirs. */
function useResultOf(form: keyof typeof actions): { lastResult?: null } {
  const { search } = useLocation()
  return formOf(new URLSearchParams(search)) === form ? {} : { lastResult: null }
}

function Tab({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <Link to={to} replace aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  )
}

/** Links to this page with the other form, keeping the redirect. */
function loginUrl({ registering, target }: { registering: boolean; target: string }): string {
  return paths.login({
    register: registering || undefined,
    redirect: target === DEFAULT_TARGET ? undefined : target,
  })
}

function LoginFields({ target }: { target: string }) {
  const [form, fields] = useShopForm<Credentials>({ id: "login", ...useResultOf("login") })
  return (
    <ShopForm tool={null} form={form} action={loginUrl({ registering: false, target })}>
      <EmailField of={fields.email} autoComplete="username" />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" required />
      <SubmitButton wide>Login</SubmitButton>
      <PasskeyLink redirect={target}>Use a passkey</PasskeyLink>
      <p className="auth-aside">
        <Link to="/password/forgot">Forgot password</Link>
      </p>
    </ShopForm>
  )
}

function RegisterFields({ target }: { target: string }) {
  const [form, fields] = useShopForm<Registration & { avatar: File }>({ id: "register", ...useResultOf("register") })
  return (
    <ShopForm tool={null} form={form} action={loginUrl({ registering: true, target })} encType="multipart/form-data">
      <TextField of={fields.name} label="Name" autoComplete="name" required />
      <EmailField of={fields.email} autoComplete="username" />
      <NewPasswordField of={fields.password} label="Password" />
      <FileField of={fields.avatar} label="Picture" hint={`${PICTURE_HINT}.`} accept="image/*" required={false} />
      <SubmitButton wide>Register</SubmitButton>
    </ShopForm>
  )
}
