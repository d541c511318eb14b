// /admin/order/:id/customs

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { type CustomsForm, declareParcel } from "~/domain/orders/packing/customs-declaration"
import { findCustomsFacts } from "~/domain/orders/packing/customs-facts.server"
import { letterheadOf } from "~/domain/settings/identity"
import { findCountry } from "~/domain/shipping/regions/find-region.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { PrintPage } from "~/ui/order/sheet"
import { title } from "~/ui/shell/title"
import { DeclarationSheet } from "./declaration-sheet"

const formNames: Record<CustomsForm, string> = { cn22: "CN 22", cn23: "CN 23" }

export const meta = title<typeof loader>(
  ({ form, order }) => `Customs declaration ${formNames[form]} of order ${orderName(order.number)}`,
)

export const loader = adminPage("orders.see", async ({ shop, actor, id, url }) => {
  const order = await findOrder(shop, actor, id)
  const variants = order.lines.map(({ variantId }) => variantId)
  const { form, ...declaration } = declareParcel(order, await findCustomsFacts(shop, actor, variants))
  const asked = url.searchParams.get("form")
  const { number, createdAt, user, currency, shippingInfo } = order
  return {
    form: asked === "cn22" || asked === "cn23" ? asked : form,
    order: { id: order.id, number, createdAt, currency },
    recipient: {
      name: user.name,
      email: user.email,
      address: viewAddress(shippingInfo),
      country: findCountry(shippingInfo.country)?.name ?? shippingInfo.country,
    },
    seller: letterheadOf(shop),
    ...declaration,
  }
})

export default function CustomsDeclaration() {
  const { form, ...declaration } = useLoaderData<typeof loader>()
  const { id } = declaration.order
  const other = form === "cn22" ? "cn23" : "cn22"
  return (
    <PrintPage
      back={
        <>
          <Link to={paths.adminOrder(id)}>Back to the order</Link>{" "}
          <Link to={paths.customsDeclaration(id, other)}>Show as {formNames[other]}</Link>
        </>
      }
    >
      <DeclarationSheet form={form} name={formNames[form]} {...declaration} />
    </PrintPage>
  )
}
