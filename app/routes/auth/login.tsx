// /login
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, redirect, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { type Credentials, LoginForm, RegisterForm, type Registration } from "~/domain/accounts/account"
import { PASSWORD_RULES } from "~/domain/accounts/password-rules"
import { registerUser } from "~/domain/accounts/register.server"
import { form } from "~/http/form.server"
import { localPath } from "~/http/local-path"
import { page } from "~/http/page.server"
import { authenticateForm, signIn } from "~/http/sign-in.server"
import { uploadsFrom } from "~/http/uploads.server"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { PasswordField } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/page-heading"
import { titleText } from "~/ui/title"

export { headers } from "~/http/answer-headers"

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleText(data?.registering ? "Register" : "Login", matches) },
]

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user, url }) => {
    const target = targetOf(url)
    if (user) throw redirect(target)
    return { registering: isRegistering(url), target }
  })
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(new URL(args.request.url)) ? register(args) : login(args)
}

function login(args: ActionFunctionArgs) {
  return form(args, LoginForm, async (scene) => {
    await signIn(scene, await authenticateForm(scene, scene.sent))
    return scene.redirect(targetOf(scene.url))
  })
}

function register(args: ActionFunctionArgs) {
  return form(args, RegisterForm, async (scene, registration) => {
    const [avatar] = uploadsFrom({ kind: "form", data: scene.sent }, "avatar")
    await signIn(scene, await registerUser(scene.shop, registration, { address: scene.context.address, avatar }))
    return scene.redirect(targetOf(scene.url))
  })
}

const DEFAULT_TARGET = "/account"

function targetOf(url: URL): string {
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
        <PageHeading title={registering ? "Create your account" : "Welcome back"} />
        <nav className="tabs" aria-label="Login or register">
          <Tab to={pathOf({ registering: false, target })} label="Login" current={!registering} />
          <Tab to={pathOf({ registering: true, target })} label="Register" current={registering} />
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

/** This page with the other form, keeping where to go afterwards. */
function pathOf({ registering, target }: { registering: boolean; target: string }): string {
  const redirect = target === DEFAULT_TARGET ? "" : String(new URLSearchParams({ redirect: target }))
  const search = [registering ? "register" : "", redirect].filter(Boolean).join("&")
  return search ? `/login?${search}` : "/login"
}

function LoginFields() {
  const [form, fields] = useShopForm<Credentials>({ id: "login", lastResult: useActionData<typeof action>() })
  return (
    <ShopForm form={form}>
      <EmailField of={fields.email} />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" required />
      <Submit>Login</Submit>
      <p className="auth-aside">
        <Link to="/password/forgot">Forgot password</Link>
      </p>
    </ShopForm>
  )
}

function RegisterFields() {
  const [form, fields] = useShopForm<Registration & { avatar: File }>({
    id: "register",
    lastResult: useActionData<typeof action>(),
  })
  return (
    <ShopForm form={form} encType="multipart/form-data">
      <TextField of={fields.name} label="Name" autoComplete="name" required />
      <EmailField of={fields.email} />
      <PasswordField of={fields.password} label="Password" autoComplete="new-password" hint={PASSWORD_RULES} required />
      <FileField of={fields.avatar} label="Picture" accept="image/*" required={false} />
      <Submit>Register</Submit>
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

function Submit({ children }: { children: string }) {
  return (
    <Button wide busy={useNavigation().state === "submitting"}>
      {children}
    </Button>
  )
}
