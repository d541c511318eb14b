import { type BenchDatabases, fillCatalogue, settingsOf, withBenchShop } from "../bench-databases.server"
import { benchQueries } from "./bench-queries"
import { type Measurement, measureLists } from "./measure-lists.server"
import { queryReport } from "./query-report"
import { measureSignInTimes } from "./sign-in-times.server"

export async function runQueries(databases: BenchDatabases, sizes: readonly number[], say: (line: string) => void) {
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
