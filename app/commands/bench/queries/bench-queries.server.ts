import { accountLimits } from "~/domain/accounts/account-limits"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { medians, report } from "../figures"
import { addMembers } from "../members.server"
import { type Bench, openBenchShop } from "../open-bench.server"
import { measureLists } from "./measure-lists.server"
import { type ListsMeasurement, queryReport } from "./query-report"

/** With `variants`, shops whose products have three variants each are measured beside those without options. */
export async function benchQueries(bench: Bench, { sizes, variants }: Pick<BenchOptions, "sizes" | "variants">) {
  const lists: ListsMeasurement[] = []
  for (const products of sizes) {
    const measured = [{ products, name: `bench_${products}`, sizes: false }]
    if (variants) measured.push({ products, name: `bench_${products}_variants`, sizes: true })
    const shops: Shop[] = []
    for (const { name, ...catalogue } of measured) shops.push((await openBenchShop(bench, name, catalogue)).shop)
    print(`Querying ${measured.map(({ name }) => name).join(" and ")} …`)
    const queries = await measureLists(shops)
    lists.push(
      ...measured.map(({ products, sizes }, shop) => ({ products, variants: sizes, queries: queries[shop] ?? [] })),
    )
  }
  print(`\n${queryReport(lists)}\n`)
  print("Milliseconds, medians of rows and exact count: nothing in memory / the count / the page as well (matches).")
  const { shop } = await openBenchShop(bench, "bench_accounts")
  const signIn = await measureRefusedSignIns(shop)
  print(report("a refused sign-in, ms", signIn))
  return { lists, signIn }
}

const ATTEMPTS = 100

/** Measures whether response times reveal which e-mail addresses have accounts; leaves an account behind. */
async function measureRefusedSignIns(shop: Shop) {
  const known = (await addMembers(shop, 1))[0]?.email ?? ""
  const unknown = `nobody-${newObjectId(shop.now())}@bench.invalid`
  const times: Record<"wrongPassword" | "unknownEmail", number>[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    times.push({
      wrongPassword: await timeOfRefusal(shop, known, attempt),
      unknownEmail: await timeOfRefusal(shop, unknown, attempt),
    })
  return medians(times)
}

/** Milliseconds, as a new client each time, without limits */
async function timeOfRefusal(shop: Shop, email: string, attempt: number): Promise<number> {
  const started = performance.now()
  await authenticate(shop, { email, password: "a wrong password" }, `bench-${attempt}`).catch(() => {})
  const time = performance.now() - started
  await shop.limits.reset(accountLimits.loginOfAccount, accountKey(email))
  return time
}
