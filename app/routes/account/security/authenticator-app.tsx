// /account/security/app
import { useLoaderData } from "@remix-run/react"
import { AppConfirmation } from "~/domain/accounts/account"
import { hasRecentProof } from "~/domain/accounts/sessions/recent-proof"
import { type AppSetup, confirmApp, openAppSetup, readAppSetup } from "~/domain/factors/authenticator-app.server"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { findPendingDraft } from "~/http/session/drafts.server"
import { signInWithNewFactor } from "~/http/session/recovery-codes.server"
import { Fact } from "~/ui/fact"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Set up an authenticator app")

export const loader = memberPage(
  async (ctx) => {
    const { shop, actor, redirect } = ctx
    if (!actor.isVerified) return redirect("/account/email")
    const { appSince } = await findSecondFactors(shop, actor)
    if (appSince) return redirect("/account/security")
    const typed = (await findPendingDraft(ctx))?.result.initialValue
    const setup = await readAppSetup(shop, actor, String(typed?.setup ?? ""))
    return { shown: await viewOf(setup ?? (await openAppSetup(shop, actor))) }
  },
  { proof: "factors.change", forSetUp: true },
)

export const action = memberForm(
  AppConfirmation,
  async (ctx, confirmation) => {
    const path = await signInWithNewFactor(ctx, await confirmApp(ctx.shop, ctx.actor, confirmation))
    return ctx.redirectWithSuccess(path, "The authenticator app is set up")
  },
  {
    proof: "factors.change",
    forSetUp: true,
    // The scanned secret stays on the page; a draft, which is kept without a recent proof, has it only encrypted.
    refusalData: async (sent, _error, { shop, user, session }) => {
      const isShown = user && hasRecentProof(session, shop.now())
      const setup = isShown && (await readAppSetup(shop, user, String(sent.get("setup") ?? "")))
      return { shown: setup ? await viewOf(setup) : null }
    },
  },
)

async function viewOf({ uri, secret, setup }: AppSetup) {
  const groups = secret.match(/.{1,4}/g) ?? []
  return { uri, setup, secret: groups.join(" "), qrCode: await drawQrCode(uri) }
}

/** The dark modules as an SVG path, and the number of modules per side, with the quiet zone */
async function drawQrCode(text: string) {
  const { encode } = await import("uqr")
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
  return { size, path: modules.join("") }
}

export default function AuthenticatorApp() {
  const page = useLoaderData<typeof loader>()
  const shown = useFormResult<typeof action>()?.shown ?? page.shown
  const [form, fields] = useShopForm<{ code: string; setup: string }>({ id: "app" })
  return (
    <NarrowPage
      title="Set up an authenticator app"
      lead="Scan this code with the app on your phone, then enter the six digits that it shows."
    >
      <QrPicture qrCode={shown.qrCode} />
      <dl className="facts">
        <Fact name="Or enter this key">
          <code>{shown.secret}</code>
        </Fact>
      </dl>
      <p>
        <a href={shown.uri}>Open in the app of this device</a>
      </p>
      <ShopForm tool={null} form={form}>
        <input type="hidden" name={fields.setup.name} value={shown.setup} />
        <TextField
          of={fields.code}
          label="Code"
          hint="The six digits that the app shows"
          autoComplete="one-time-code"
          inputMode="numeric"
          width="short"
          required
        />
        <SubmitOrCancel cancel="/account/security">Set up</SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}

/** Dark on light in every colour scheme, as scanners expect */
function QrPicture({ qrCode: { size, path } }: { qrCode: { size: number; path: string } }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" role="img" aria-label="QR code for your app">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
