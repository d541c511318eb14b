import type { ImportedProduct } from "../../csv/imported-product"
import { openImportFile, type ReadSettings } from "../../import/import-file.server"

const usual: ReadSettings = {
  today: "2026-11-28",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  taxClasses: ["standard", "reduced", "zero"],
  answers: {},
  findMapping: async () => null,
}

/** Reads a whole file like the import. */
export async function readFile(content: string | Uint8Array, settings: Partial<ReadSettings> = {}) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content
  const file = await openImportFile(
    async function* () {
      yield bytes
    },
    { ...usual, ...settings },
  )
  if (file.source === null) throw new Error(`an unknown file: ${file.headings.map(({ heading }) => heading)}`)
  const products: ImportedProduct[] = []
  for await (const product of file.products ?? []) products.push(product)
  const { questions, notes } = file.context
  return { ...file, products, questions: [...questions.values()], notes: [...notes] }
}

export async function productsOf(content: string | Uint8Array, settings?: Partial<ReadSettings>) {
  return (await readFile(content, settings)).products
}
