// /admin/shipping/:zone
import { Link, useLoaderData } from "@remix-run/react"
import { formatRoundMoney } from "~/domain/money/format-money"
import type { ShippingMethod } from "~/domain/pricing/rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { methodKinds } from "~/domain/shipping/zones/method-texts"
import { parsePlaces } from "~/domain/shipping/zones/place-lines.server"
import { assertPlacesFree, findZone, saveZone, zoneTexts } from "~/domain/shipping/zones/save-zone.server"
import { ZoneForm, zoneRecord } from "~/domain/shipping/zones/zone-form"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { useCurrency } from "~/ui/currency"
import { SubmitButton } from "~/ui/form/submit-button"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { RecordForm } from "../record-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ zone }) => zone?.name ?? "New zone")

const NEW = "new"

export const loader = adminPage("shipping.edit", async ({ shop, params }) => {
  const { version, rules } = await readNewestRules(shop)
  const zone = params.zone === NEW ? null : findZone(rules, params.zone ?? "")
  const formKey = zone ? undefined : newFormKey()
  return { zone, form: zoneRecord.view(zoneTexts(zone ?? undefined), { snapshot: version, formKey }) }
})

export const action = adminForm(
  "shipping.edit",
  ZoneForm,
  async (ctx, typed) => {
    const zone = ctx.params.zone === NEW ? null : (ctx.params.zone ?? "")
    const id = await saveZone(ctx.shop, ctx.actor, zone, typed, (work) => submitOnce(ctx, work))
    return ctx.redirectWithSuccess(id ? paths.shippingZone(id) : "/admin/shipping", "Zone saved")
  },
  {
    refusalData: staleFieldsOf,
    checks: ({ shop, params }, { places = "" }) => [
      () => {
        const others = shop.settings.current.pricing.zones.filter(({ id }) => id !== params.zone)
        assertPlacesFree(others, parsePlaces(places))
      },
    ],
  },
)

export default function ZonePage() {
  const { zone, form } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title={zone?.name ?? "New zone"}
      lead={<Link to="/admin/shipping">Shipping</Link>}
      actions={zone && <DeleteLink to={paths.deleteZone(zone.id)} kind="zone" name={zone.name} />}
    >
      {zone && <Methods zone={zone} />}
      <RecordForm
        tool={{ name: "save_zone", description: "Saves the shipping zone", submits: true }}
        id="zone"
        form={form}
      >
        {(field) => (
          <>
            {field("name")}
            {field("places")}
            {field("telephone")}
            {field("postcodes")}
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </RecordForm>
    </AdminPage>
  )
}

function Methods({ zone }: { zone: { id: string; methods: readonly ShippingMethod[] } }) {
  return (
    <section className="stack" aria-labelledby="methods">
      <div className="section-head">
        <h2 id="methods">Shipping methods</h2>
        <ButtonLink to={paths.shippingMethod(zone.id, NEW)} small icon="plus">
          New method
        </ButtonLink>
      </div>
      <DataTable
        caption="Shipping methods"
        columns={[
          { key: "name", label: "Method" },
          { key: "kind", label: "Price" },
          { key: "free", label: "Free above" },
          { key: "days", label: "Working days" },
          { key: "delete", label: "Actions", align: "end", narrow: "plain" },
        ]}
        rows={zone.methods.map((method) => ({
          id: method.id,
          name: <Link to={paths.shippingMethod(zone.id, method.id)}>{method.name}</Link>,
          kind: <MethodPrice method={method} />,
          free: <FreeAbove method={method} />,
          days: method.days ? `${method.days.from} to ${method.days.to}` : "–",
          delete: (
            <DeleteLink to={paths.deleteZone(zone.id, { method: method.id })} kind="method" name={method.name} inRow />
          ),
        }))}
        empty={<EmptyState title="Add a method to ship to this zone" icon="truck" />}
      />
    </section>
  )
}

function MethodPrice({ method: { kind, steps, isOn } }: { method: ShippingMethod }) {
  const currency = useCurrency()
  const price = formatRoundMoney(steps[0]?.price ?? 0, currency)
  const words = kind === "flat" ? price : `${methodKinds[kind]}, from ${price}`
  return isOn ? words : `${words} (off)`
}

function FreeAbove({ method: { freeAbove } }: { method: ShippingMethod }) {
  const currency = useCurrency()
  return freeAbove === null ? "–" : formatRoundMoney(freeAbove, currency)
}
