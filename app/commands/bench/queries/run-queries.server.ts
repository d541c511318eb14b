import type { Shop } from "~/domain/shop"
import { type BenchDatabases, fillCatalogue, settingsOf, withBenchShop } from "../bench-databases.server"
import { benchQueries } from "./bench-queries"
import { type Measurement, measureLists } from "./measure-lists.server"
import { queryReport } from "./query-report"
import { measureSignInTimes, type SignInTimes } from "./sign-in-times.server"

interface QueryResults {
  lists: { products: number; queries: Measurement[] }[]
  signIn: SignInTimes
}

export async function runQueries(
  databases: BenchDatabases,
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<QueryResults> {
  const results = new Map<number, Measurement[]>()
  const measure = (size: number) => async (shop: Shop) => {
    await fillCatalogue(shop, size, say)
    say(`Asking a catalogue of ${size.toLocaleString("en-US")} products …`)
    return measureLists(shop, benchQueries)
  }
  for (const size of sizes) {
    results.set(size, await withBenchShop(await settingsOf(databases, `bench_${size}`), measure(size)))
  }
  say(`\n${queryReport(results)}\n`)
  say("Milliseconds, medians of rows and exact count: nothing in memory / the count / the page as well (matches).")
  const signIn = await withBenchShop(await settingsOf(databases, "bench_accounts"), (shop) => measureSignInTimes(shop))
  const { wrongPassword, unknownEmail } = signIn
  say(`A refused sign-in: ${wrongPassword.toFixed(1)} (wrong password), ${unknownEmail.toFixed(1)} (unknown e-mail).`)
  return { lists: [...results].map(([products, queries]) => ({ products, queries })), signIn }
}
