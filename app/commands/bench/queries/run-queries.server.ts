import type { Shop } from "~/domain/shop"
import { print } from "../../process/terminal.server"
import { type BenchDatabases, fillCatalogue, withBenchShop } from "../bench-databases.server"
import { measureLists } from "./measure-lists.server"
import { type ListMeasurement, queryReport } from "./query-report"
import { measureSignInTimes } from "./sign-in-times.server"

interface QueriesOptions {
  sizes: readonly number[]
  /** Whether shops whose products have three variants each are measured beside those without options */
  variants: boolean
}

export async function runQueries(databases: BenchDatabases, { sizes, variants }: QueriesOptions) {
  const plain = new Map<number, ListMeasurement[]>()
  const withVariants = new Map<number, ListMeasurement[]>()
  for (const size of sizes) {
    const products = `${size.toLocaleString("en-US")} products`
    await withBenchShop(databases, `bench_${size}`, async (shop) => {
      await fillCatalogue(shop, size)
      const measure = async (...shops: Shop[]) => {
        print(`Asking ${shops.length > 1 ? "two catalogues" : "a catalogue"} of ${products} …`)
        const [own = [], beside = []] = await measureLists(shops)
        plain.set(size, own)
        withVariants.set(size, beside)
      }
      if (!variants) return measure(shop)
      await withBenchShop(databases, `bench_${size}_variants`, async (beside) => {
        await fillCatalogue(beside, size, { sizes: true })
        await measure(shop, beside)
      })
    })
  }
  const lists = (measured: typeof plain) => [...measured].map(([products, queries]) => ({ products, queries }))
  if (variants) {
    print(`\nWithout options:\n${queryReport(plain)}\n\nThree variants each:\n${queryReport(withVariants)}\n`)
    return { lists: lists(plain), withVariants: lists(withVariants) }
  }
  print(`\n${queryReport(plain)}\n`)
  print("Milliseconds, medians of rows and exact count: nothing in memory / the count / the page as well (matches).")
  const signIn = await withBenchShop(databases, "bench_accounts", measureSignInTimes)
  const { wrongPassword, unknownEmail } = signIn
  print(`A refused sign-in: ${wrongPassword.toFixed(1)} (wrong password), ${unknownEmail.toFixed(1)} (unknown e-mail).`)
  return { lists: lists(plain), signIn }
}
