// /login
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { Credentials, Registration } from "~/domain/accounts/account"
import { PASSWORD_RULES } from "~/domain/accounts/passwords/password-rules"
import { registerUser } from "~/domain/accounts/register.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { localPath } from "~/http/request-path"
import { authenticateForm, signIn, signInTo } from "~/http/session/sign-in.server"
import { paths } from "~/paths"
import { FileField } from "~/ui/form/file-field"
import { PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/shell/page-heading"
import { pageMeta } from "~/ui/shell/page-meta"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  return pageMeta(page, { title: data?.registering ? "Register" : "Login" })
}

export const loader = page(({ user, url, redirect }) => {
  const target = redirectTarget(url)
  if (user) return redirect(target)
  return { registering: isRegistering(url), target }
})

export function action(args: ActionFunctionArgs) {
  return isRegistering(new URL(args.request.url)) ? register(args) : login(args)
}

const login = form(Credentials, async (ctx) => {
  return signInTo(ctx, await authenticateForm(ctx, ctx.formData), redirectTarget(ctx.url))
})

const register = form(
  Registration,
  async (ctx, registration) => {
    const [avatar] = ctx.files
    await signIn(ctx, await registerUser(ctx.shop, registration, { address: ctx.context.clientAddress, avatar }))
    return ctx.redirect(redirectTarget(ctx.url))
  },
  { fileField: "avatar" },
)

const DEFAULT_TARGET = "/account"

function redirectTarget(url: URL): string {
  return localPath(url.searchParams.get("redirect"), DEFAULT_TARGET)
}

function isRegistering(url: URL): boolean {
  return url.searchParams.has("register")
}

export default function Login() {
  const { registering, target } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading
          title={registering ? "Create your account" : "Welcome back"}
          lead="With an account you can check out, follow your orders and review what you bought. It keeps your cart and your address for the next time."
        />
        <nav className="tabs" aria-label="Login or register">
          <Tab to={loginUrl({ registering: false, target })} label="Login" current={!registering} />
          <Tab to={loginUrl({ registering: true, target })} label="Register" current={registering} />
        </nav>
        {registering ? <RegisterFields key="register" /> : <LoginFields key="login" />}
      </div>
    </div>
  )
}

function Tab({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <Link to={to} replace aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  )
}

/** This page with the other form, keeping the redirect */
function loginUrl({ registering, target }: { registering: boolean; target: string }): string {
  return paths.login({
    register: registering || undefined,
    redirect: target === DEFAULT_TARGET ? undefined : target,
  })
}

function LoginFields() {
  const [form, fields] = useShopForm<Credentials>({ id: "login" })
  return (
    <ShopForm form={form}>
      <EmailField of={fields.email} />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" required />
      <SubmitButton wide>Login</SubmitButton>
      <p className="auth-aside">
        <Link to="/password/forgot">Forgot password</Link>
      </p>
    </ShopForm>
  )
}

function RegisterFields() {
  const [form, fields] = useShopForm<Registration & { avatar: File }>({ id: "register" })
  return (
    <ShopForm form={form} encType="multipart/form-data">
      <TextField of={fields.name} label="Name" autoComplete="name" required />
      <EmailField of={fields.email} />
      <PasswordField of={fields.password} label="Password" autoComplete="new-password" hint={PASSWORD_RULES} required />
      <FileField of={fields.avatar} label="Picture" accept="image/*" required={false} />
      <SubmitButton wide>Register</SubmitButton>
    </ShopForm>
  )
}

function EmailField({ of }: { of: Parameters<typeof TextField>[0]["of"] }) {
  return (
    <TextField
      of={of}
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
