// /admin/shipping/:zone/:method
import { Link, useLoaderData } from "@remix-run/react"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { MethodForm, methodTexts, toMethod } from "~/domain/shipping/zones/method-form"
import { assertNameFree, findMethod, findZone, saveMethod } from "~/domain/shipping/zones/save-zone.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { MethodEditor } from "./method-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ name }) => name)

const NEW = "new"

export const loader = adminPage("shipping.edit", async ({ shop, params }) => {
  const { version, rules } = await readNewestRules(shop)
  const zone = findZone(rules, params.zone ?? "")
  const method = params.method === NEW ? undefined : findMethod(zone, params.method ?? "")
  return {
    version,
    zone: { id: zone.id, name: zone.name },
    name: method?.name ?? "New method",
    formKey: method ? undefined : newFormKey(),
    texts: method
      ? methodTexts(method, zone.methods.indexOf(method) + 1)
      : { kind: "flat", isOn: "on", position: String(zone.methods.length + 1) },
  }
})

export const action = adminForm(
  "shipping.edit",
  MethodForm,
  async (ctx, typed) => {
    const { zone = "", method = "" } = ctx.params
    const { snapshot, position } = typed
    await saveMethod(
      ctx.shop,
      ctx.actor,
      { zone, id: method === NEW ? null : method },
      { snapshot, position, method: (id) => toMethod(typed, id) },
      (work) => submitOnce(ctx, work),
    )
    return ctx.redirectWithSuccess(paths.shippingZone(zone), "Shipping method saved")
  },
  {
    refusalData: staleFieldsOf,
    checks: ({ shop, params }, { name = "" }) => [
      () => {
        const { methods } = findZone(shop.settings.current.pricing, params.zone ?? "")
        assertNameFree(
          methods.filter(({ id }) => id !== params.method),
          name.trim(),
        )
      },
    ],
  },
)

export default function MethodPage() {
  const { version, zone, name, texts, formKey } = useLoaderData<typeof loader>()
  return (
    <AdminPage title={name} lead={<Link to={paths.shippingZone(zone.id)}>{zone.name}</Link>}>
      <MethodEditor version={version} texts={texts} formKey={formKey} />
    </AdminPage>
  )
}
