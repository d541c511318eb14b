// /login
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { LoginForm, PASSWORD_RULES, RegisterForm } from "~/domain/accounts/account"
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

export { headers } from "~/http/answer-headers"

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.registering ? "Register – Counter" : "Login – Counter" },
]

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user, url }) => {
    const target = targetOf(url)
    if (user) return redirect(target)
    return { registering: isRegistering(url), target }
  })
}

export function action(args: ActionFunctionArgs) {
  return isRegistering(new URL(args.request.url)) ? register(args) : login(args)
}

function login(args: ActionFunctionArgs) {
  return form(args, LoginForm, async (scene) => {
    await signIn(scene, await authenticateForm(scene, scene.sent))
    return redirect(targetOf(scene.url), 303)
  })
}

function register(args: ActionFunctionArgs) {
  return form(args, RegisterForm, async (scene, registration) => {
    const [avatar] = uploadsFrom({ kind: "form", data: scene.sent }, "avatar")
    await signIn(scene, await registerUser(scene.shop, registration, { address: scene.context.address, avatar }))
    return redirect(targetOf(scene.url), 303)
  })
}

function targetOf(url: URL): string {
  return localPath(url.searchParams.get("redirect"), "/account")
}

function isRegistering(url: URL): boolean {
  return url.searchParams.has("register")
}

export default function Login() {
  const { registering, target } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title={registering ? "Register" : "Login"} />
        <nav className="tabs" aria-label="Login or register">
          <Tab to={pathOf(false, target)} label="Login" current={!registering} />
          <Tab to={pathOf(true, target)} label="Register" current={registering} />
        </nav>
        {registering ? <Registering key="register" /> : <LoggingIn key="login" />}
      </div>
    </div>
  )
}

function LoggingIn() {
  const [form, fields] = useShopForm<{ email: string; password: string }>({
    id: "login",
    lastResult: useActionData<typeof action>(),
  })
  return (
    <ShopForm form={form}>
      <TextField of={fields.email} label="Email" type="email" autoComplete="username" spellCheck={false} required />
      <PasswordField of={fields.password} label="Password" autoComplete="current-password" required />
      <Button wide busy={useNavigation().state === "submitting"}>
        Login
      </Button>
      <p>
        <Link to="/password/forgot">Forgot password</Link>
      </p>
    </ShopForm>
  )
}

function Registering() {
  const [form, fields] = useShopForm<{ name: string; email: string; password: string; avatar: File }>({
    id: "register",
    lastResult: useActionData<typeof action>(),
  })
  return (
    <ShopForm form={form} encType="multipart/form-data">
      <TextField of={fields.name} label="Name" autoComplete="name" required />
      <TextField of={fields.email} label="Email" type="email" autoComplete="username" spellCheck={false} required />
      <PasswordField of={fields.password} label="Password" autoComplete="new-password" hint={PASSWORD_RULES} required />
      <FileField of={fields.avatar} label="Picture of you" accept="image/*" required={false} />
      <Button wide busy={useNavigation().state === "submitting"}>
        Register
      </Button>
    </ShopForm>
  )
}

function Tab({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <Link to={to} aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  )
}

function pathOf(registering: boolean, target: string): string {
  const redirect = target === "/account" ? "" : String(new URLSearchParams({ redirect: target }))
  const search = [registering ? "register" : "", redirect].filter(Boolean).join("&")
  return search ? `/login?${search}` : "/login"
}
