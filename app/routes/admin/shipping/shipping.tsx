// /admin/shipping

import { Link, useLoaderData } from "@remix-run/react"
import { zoneOf } from "~/domain/pricing/local-rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { listCountries } from "~/domain/shipping/countries.server"
import { findState } from "~/domain/shipping/regions/find-region.server"
import { formatPlaces } from "~/domain/shipping/zones/place-lines.server"
import { saveHome } from "~/domain/shipping/zones/save-zone.server"
import { HomeForm, ZoneLookup } from "~/domain/shipping/zones/zone-form"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { Lines } from "~/ui/lines"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { VersionedForm } from "../stale-form"
import { ZoneFinder } from "./zone-finder"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Shipping")

export const loader = adminPage("shipping.edit", async ({ shop, url }) => {
  const { version, rules } = await readNewestRules(shop)
  const question = ZoneLookup.parse(Object.fromEntries(url.searchParams))
  const state = findState(question.country, question.state)?.code ?? question.state
  const isAsked = url.searchParams.has("country")
  return {
    version,
    home: rules.home,
    zones: rules.zones.map(({ id, name, places, methods }) => ({
      ...{ id, name },
      places: formatPlaces(places.slice(0, 8)),
      more: Math.max(0, places.length - 8),
      methods: methods.map(({ name, isOn }) => (isOn ? name : `${name} (off)`)),
    })),
    countries: listCountries().map(({ code, name }) => ({ value: code, label: name })),
    question,
    found: isAsked ? (zoneOf(rules, { ...question, state })?.name ?? null) : undefined,
  }
})

export const action = adminForm(
  "shipping.edit",
  HomeForm,
  async ({ shop, actor, redirectWithSuccess }, home) => {
    await saveHome(shop, actor, home)
    return redirectWithSuccess("/admin/shipping", "Saved")
  },
  { refusalData: staleFieldsOf },
)

export default function Shipping() {
  const { zones, countries, question, found } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Shipping"
      lead="The most specific zone applies to an address. You do not ship to places outside all zones."
      actions={
        <ButtonLink to={paths.shippingZone("new")} small icon="plus">
          New zone
        </ButtonLink>
      }
    >
      <DataTable
        caption="Zones"
        columns={[
          { key: "name", label: "Zone" },
          { key: "places", label: "Places" },
          { key: "methods", label: "Methods" },
        ]}
        rows={zones.map(({ id, name, places, more, methods }) => ({
          id,
          name: <Link to={paths.shippingZone(id)}>{name}</Link>,
          places: (
            <p className="as-written">
              <Lines text={more > 0 ? `${places}\nand ${more} more` : places} />
            </p>
          ),
          methods: methods.join(", ") || "None: you do not ship there",
        }))}
        empty={<EmptyState title="There are no zones yet, so shoppers cannot order" icon="truck" />}
      />
      <ZoneFinder countries={countries} question={question} found={found} />
      <h2>Location of the shop</h2>
      <HomeEditor />
    </AdminPage>
  )
}

type Home = Record<"country" | "state" | "pinCode", string>

function HomeEditor() {
  const { version, home, countries } = useLoaderData<typeof loader>()
  return (
    <VersionedForm<Home>
      tool={{ name: "save_shop_address", description: "Saves where the shop sends from", submits: true }}
      id="home"
      snapshot={version}
      values={home}
    >
      {(fields) => (
        <>
          <p>
            Product pages, carts and text pages show the shipping and taxes for this address until a shopper enters
            their own.
          </p>
          <SelectField
            of={fields.country}
            label="Country"
            placeholder="Not specified"
            options={countries}
            required={false}
          />
          <TextField of={fields.state} label="State" required={false} />
          <TextField of={fields.pinCode} label="Post code" width="short" required={false} />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}
