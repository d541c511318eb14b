import { addFormerAddresses } from "~/domain/catalog/former-addresses/former-addresses.server"
import type { Tx } from "~/domain/shop"
import { keptAddress } from "../findings/findings"
import type { WaitingRow } from "../import/write-imported.server"
import { saveOrigins } from "./origins.server"

export interface WrittenProduct {
  /** The product's first line */
  line: number
  productId: string
  rows: readonly WaitingRow[]
}

/** Writes the former addresses of new products, and queues their pictures until the end of the import. */
export async function writeOrigins(
  tx: Tx,
  { importId, isPictured }: { importId: string; isPictured: boolean },
  products: readonly WrittenProduct[],
): Promise<void> {
  const addresses = products.flatMap(({ productId, rows }) =>
    (rows[0]?.fields.origin?.formerPaths ?? []).map((path) => ({ path, productId })),
  )
  await addFormerAddresses(tx, addresses)
  const origins = products.flatMap(({ productId, rows }) => {
    const known = rows.find(({ fields }) => fields.origin?.known)?.fields.origin?.known
    return known ? [{ ...known, productId }] : []
  })
  await saveOrigins(tx, origins)
  if (!isPictured) return
  const pictures = products.flatMap(({ line, productId, rows }) => {
    const { pictures = [], alts = [] } = rows[0]?.fields.origin ?? {}
    return pictures.map((address, place) => ({
      import_id: importId,
      product_id: productId,
      position: place,
      line,
      address: keptAddress(address),
      alt: [...(alts[place] ?? "")].slice(0, 300).join(""),
      variants: JSON.stringify(variantsWith(rows, place + 1)),
    }))
  })
  if (pictures.length > 0) await tx.db.insertInto("product_import_pictures").values(pictures).execute()
}

function variantsWith(rows: readonly WaitingRow[], number: number) {
  const shown = rows.filter(({ fields }) => fields.origin?.pictureNumber === number)
  return shown.flatMap(({ fields }) => (fields.selectedOptions ? [fields.selectedOptions] : []))
}
