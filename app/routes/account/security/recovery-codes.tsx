// /account/security/recovery-codes
import { useLoaderData } from "@remix-run/react"
import { renewRecoveryCodes } from "~/domain/factors/recovery-codes.server"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { storeRecoveryCodes, takeRecoveryCodes } from "~/http/session/recovery-codes.server"
import { Button, ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { useHydrated } from "~/ui/use-hydrated"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Recovery codes")

export const loader = memberPage(
  async (ctx) =>
    ctx.session?.hasSecondFactor ? { codes: await takeRecoveryCodes(ctx) } : ctx.redirect("/account/security"),
  { proof: "factors.change" },
)

export const action = memberForm(
  noFields,
  async (ctx) => {
    if (!ctx.session?.hasSecondFactor) return ctx.redirect("/account/security")
    await storeRecoveryCodes(ctx, await renewRecoveryCodes(ctx.shop, ctx.actor))
    return ctx.redirectWithSuccess("/account/security/recovery-codes", "These are your new recovery codes")
  },
  { proof: "factors.change" },
)

export default function RecoveryCodes() {
  const { codes } = useLoaderData<typeof loader>()
  return codes.length > 0 ? <NewCodes codes={codes} /> : <MakeNewOnes />
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const hydrated = useHydrated()
  return (
    <NarrowPage
      title="Your recovery codes"
      lead="Print them or write them down: this page shows them only once. Each code signs you in once, instead of your app."
    >
      <ol className="prose">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster no-print">
        <ButtonLink to="/account/security">I have saved them</ButtonLink>
        {hydrated && (
          <Button type="button" variant="secondary" icon="print" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
    </NarrowPage>
  )
}

function MakeNewOnes() {
  const [form] = useShopForm({ id: "recovery-codes" })
  return (
    <NarrowPage title="New recovery codes?" lead="Your current codes will stop working.">
      <ShopForm tool={null} form={form}>
        <SubmitOrCancel cancel="/account/security" cancelLabel="Keep the current codes">
          Create new codes
        </SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
