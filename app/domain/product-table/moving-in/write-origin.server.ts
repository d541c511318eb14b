import { addFormerAddresses } from "~/domain/catalog/former-addresses/former-addresses.server"
import type { Tx } from "~/domain/shop"
import type { WaitingRow } from "../import/write-imported.server"
import { saveOrigin } from "./origins.server"

interface OriginKey {
  importId: string
  line: number
  isPictured: boolean
}

/** Writes the former addresses of a new product, and queues its pictures until the end of the import. */
export async function writeOrigin(
  tx: Tx,
  { importId, line, isPictured }: OriginKey,
  productId: string,
  rows: readonly WaitingRow[],
): Promise<void> {
  const { formerPaths = [], pictures = [], alts = [] } = rows[0]?.fields.origin ?? {}
  await addFormerAddresses(tx, productId, formerPaths)
  const known = rows.find(({ fields }) => fields.origin?.known)?.fields.origin?.known
  if (known) await saveOrigin(tx, productId, known)
  if (!isPictured || pictures.length === 0) return
  const values = pictures.map((address, place) => ({
    import_id: importId,
    product_id: productId,
    position: place,
    line,
    address: address.slice(0, 2_000),
    alt: [...(alts[place] ?? "")].slice(0, 300).join(""),
    variants: JSON.stringify(variantsWith(rows, place + 1)),
  }))
  await tx.db.insertInto("product_import_pictures").values(values).execute()
}

function variantsWith(rows: readonly WaitingRow[], number: number) {
  const shown = rows.filter(({ fields }) => fields.origin?.pictureNumber === number)
  return shown.flatMap(({ fields }) => (fields.selectedOptions ? [fields.selectedOptions] : []))
}
