import { epcCodeOf } from "~/domain/bank-transfer/epc-code"
import type { QrCode } from "~/domain/bank-transfer/qr-code"
import { type SwissAddress, type SwissBill, swissAddressIn, swissBillOf } from "~/domain/bank-transfer/swiss-bill"
import type { Queryable } from "~/domain/shop"
import { type Order, orderName } from "../order"
import type { PaymentRequest } from "./payment-request.server"

/** What a banking app scans to fill in a transfer */
export interface PaymentCode {
  qrCode: QrCode
  /** The Swiss QR-bill; null for an EPC code, which has no form */
  bill: SwissBillForm | null
}

/** The texts that the form of a QR-bill shows beside its code */
export interface SwissBillForm extends Pick<SwissBill, "referenceType" | "reference"> {
  iban: string
  creditor: SwissAddress
  debtor: SwissAddress | null
  currency: string
  /** With blanks between thousands, as the form prints it */
  amount: string
  message: string
}

/** Returns the code of a transfer, or null where banks have none for the account or the currency. */
export async function paymentCodeOf(
  { settings }: Pick<Queryable, "settings">,
  request: PaymentRequest | null,
  order: Pick<Order, "number" | "shippingInfo" | "user">,
): Promise<PaymentCode | null> {
  if (!request?.transfer) return null
  const { missing: amount, currency, transfer } = request
  const { holder, iban, bic, reference } = transfer
  const { drawQrCode } = await import("~/domain/bank-transfer/qr-code")
  const creditor = swissAddressIn(settings.current.address, holder)
  if (/^(CH|LI)/.test(iban) && creditor) {
    const debtor = debtorOf(order)
    const message = orderName(order.number)
    const bill = swissBillOf({ creditor, debtor, iban, amount, currency, reference, message })
    if (bill) {
      const { contents, referenceType } = bill
      const shown = { iban, creditor, debtor, currency, amount: spaced(amount), message, referenceType, reference }
      return { qrCode: drawQrCode(contents), bill: shown }
    }
  }
  const code = currency === "EUR" ? epcCodeOf({ name: holder, iban, bic, amount, reference }) : null
  return code === null ? null : { qrCode: drawQrCode(code), bill: null }
}

function debtorOf({ shippingInfo, user }: Pick<Order, "shippingInfo" | "user">): SwissAddress | null {
  const { address, city, pinCode, country } = shippingInfo
  if (!/^[A-Z]{2}$/.test(country) || city === "" || pinCode === "") return null
  return { name: user.name, street: address.replaceAll("\n", ", "), postalCode: pinCode, town: city, country }
}

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const spaced = (amount: number) => (amount / 100).toLocaleString("en-US", decimals).replaceAll(",", " ")
