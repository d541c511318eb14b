import { type BenchDatabases, fillCatalogue, settingsOf, withBenchShop } from "../bench-databases.server"
import { benchQueries } from "./bench-queries"
import { type Measurement, measureLists, measureListsOf } from "./measure-lists.server"
import { queryReport } from "./query-report"
import { measureSignInTimes } from "./sign-in-times.server"

interface QueriesOptions {
  sizes: readonly number[]
  /** Whether shops whose products have three variants each are measured beside those without options */
  variants: boolean
}

export async function runQueries(
  databases: BenchDatabases,
  { sizes, variants }: QueriesOptions,
  say: (line: string) => void,
) {
  if (variants) return compareVariants(databases, sizes, say)
  const results = new Map<number, Measurement[]>()
  for (const size of sizes) {
    await withBenchShop(await settingsOf(databases, `bench_${size}`), async (shop) => {
      await fillCatalogue(shop, size, say)
      say(`Asking a catalogue of ${size.toLocaleString("en-US")} products …`)
      results.set(size, await measureLists(shop, benchQueries))
    })
  }
  say(`\n${queryReport(results)}\n`)
  say("Milliseconds, medians of rows and exact count: nothing in memory / the count / the page as well (matches).")
  const signIn = await withBenchShop(await settingsOf(databases, "bench_accounts"), measureSignInTimes)
  const { wrongPassword, unknownEmail } = signIn
  say(`A refused sign-in: ${wrongPassword.toFixed(1)} (wrong password), ${unknownEmail.toFixed(1)} (unknown e-mail).`)
  return { lists: [...results].map(([products, queries]) => ({ products, queries })), signIn }
}

async function compareVariants(databases: BenchDatabases, sizes: readonly number[], say: (line: string) => void) {
  const results = new Map<number, Measurement[]>()
  const withVariants = new Map<number, Measurement[]>()
  for (const size of sizes) {
    await withBenchShop(await settingsOf(databases, `bench_${size}`), async (plain) => {
      await fillCatalogue(plain, size, say)
      await withBenchShop(await settingsOf(databases, `bench_${size}_variants`), async (shop) => {
        await fillCatalogue(shop, size, say, { sizes: true })
        say(`Asking two catalogues of ${size.toLocaleString("en-US")} products …`)
        const [before = [], after = []] = await measureListsOf([plain, shop], benchQueries)
        results.set(size, before)
        withVariants.set(size, after)
      })
    })
  }
  say(`\nWithout options:\n${queryReport(results)}\n\nThree variants each:\n${queryReport(withVariants)}\n`)
  const lists = (measured: typeof results) => [...measured].map(([products, queries]) => ({ products, queries }))
  return { lists: lists(results), withVariants: lists(withVariants) }
}
