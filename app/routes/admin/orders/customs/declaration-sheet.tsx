import type { ReactNode } from "react"
import { formatMoney } from "~/domain/money/format-money"
import { type CustomsForm, type Declaration, kilograms } from "~/domain/orders/packing/customs-declaration"
import { type AddressView, PostalLines } from "~/ui/order/address"
import { Sheet, SheetOrder } from "~/ui/order/sheet"

interface DeclarationSheetProps extends Omit<Declaration, "form"> {
  form: CustomsForm
  name: string
  order: { id: string; number: number; createdAt: Date | string; currency: string }
  recipient: { name: string; email: string; address: AddressView; country: string }
  seller: { name: string; lines: string[] }
}

/** A shop sends goods that were sold; the others are printed, so that they can be ticked by hand. */
const categories = ["Gift", "Documents", "Sale of goods", "Commercial sample", "Returned goods", "Other"].map(
  (name) => {
    const mark = name === "Sale of goods" ? "[x]" : "[\u00a0]"
    return `${mark}\u00a0${name.replaceAll(" ", "\u00a0")}`
  },
)

/** The fields of the forms of the Universal Postal Union; what is not known stays empty, to be filled in by hand. */
export function DeclarationSheet({ form, name, order, recipient, seller, items, grams, value }: DeclarationSheetProps) {
  const isLong = form === "cn23"
  return (
    <Sheet title={`Customs declaration ${name}`} about={<SheetOrder order={order} />} seller={seller}>
      {items.length === 0 && (
        <p>
          <strong>There is nothing to send.</strong>
        </p>
      )}
      <p>May be opened officially. To be attached to the outside of the parcel.</p>
      <div className="form-row">
        {isLong && (
          <div>
            <h2>From</h2>
            <address className="address">
              <PostalLines {...seller} />
            </address>
            <Blank label="Sender’s customs reference" />
          </div>
        )}
        <div>
          <h2>To</h2>
          <address className="address">
            <PostalLines name={recipient.name} lines={recipient.address.lines} />
          </address>
          <p>Country of destination: {recipient.country}</p>
          {isLong && (
            <>
              <p>
                Importer’s telephone and email: {recipient.address.phoneNo}, {recipient.email}
              </p>
              <Blank label="Importer’s reference (tax code, VAT number or importer code)" />
            </>
          )}
        </div>
      </div>
      <p>Category of item: {categories.join(" ")}</p>
      {items.length > 0 && <Items form={form} order={order} items={items} grams={grams} value={value} />}
      {isLong && (
        <>
          <Blank label="Postal charges and fees" />
          <Blank label="Explanation and comments (such as goods subject to quarantine or other restrictions)" />
          <p>Licence, certificate or invoice: order {order.number}</p>
          <Blank label="Office of origin and date of posting" />
        </>
      )}
      <p>
        I, the undersigned, whose name and address are given on the item, certify that the particulars given in this
        declaration are correct and that this item does not contain any dangerous article or articles prohibited by
        legislation or by postal or customs regulations.
      </p>
      <Blank label="Date and sender’s signature" />
    </Sheet>
  )
}

type ItemsProps = Pick<DeclarationSheetProps, "form" | "order" | "items" | "grams" | "value">

function Items({ form, order, items, grams, value }: ItemsProps) {
  const isLong = form === "cn23"
  const money = (cents: number) => formatMoney(cents, order.currency)
  return (
    <table className="customs-items">
      <thead>
        <tr>
          <th scope="col">Quantity and detailed description of contents</th>
          <th scope="col" data-align="end">
            Net weight (kg)
          </th>
          <th scope="col" data-align="end">
            Value ({order.currency})
          </th>
          <th scope="col">HS tariff number</th>
          <th scope="col">Country of origin</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              {item.quantity} × {item.name}
            </th>
            <td data-align="end">{item.grams === null ? null : kilograms(item.grams)}</td>
            <td data-align="end">{money(item.value)}</td>
            <td>{item.hsCode}</td>
            <td>{item.origin}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-total>
          <th scope="row">
            {isLong ? "Total gross weight (kg) and total value" : "Total weight (kg) and total value"}
          </th>
          <td data-align="end">{grams === null || isLong ? null : kilograms(grams)}</td>
          <td data-align="end">{money(value)}</td>
          <td />
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** A line to be filled in by hand */
function Blank({ label }: { label: ReactNode }) {
  return <p className="customs-blank">{label}:</p>
}
