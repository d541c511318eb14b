import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { atMost, medians, missedAims, report } from "../figures"
import { addMembers } from "../members.server"
import { type Bench, openBenchShop } from "../open-bench.server"
import { measureLists } from "./measure-lists.server"

/** Milliseconds with nothing cached, by number of products */
const coldLimits: Record<number, number> = { 10000: 3, 100000: 20, 1000000: 120 }
/** Milliseconds with a cached count, at any size */
const WARM_LIMIT = 3

/** With `variants`, shops whose products have three variants each are measured beside those without options. */
export async function benchQueries(bench: Bench, { sizes = [10_000, 100_000], variants }: BenchOptions) {
  const lists = []
  for (const products of sizes) {
    const { shop } = await openBenchShop(bench, `bench_${products}`, { products })
    const beside =
      variants && (await openBenchShop(bench, `bench_${products}_variants`, { products, sizes: true })).shop
    print(`Querying ${products.toLocaleString("en-US")} products …`)
    const measured = await measureLists(beside ? [shop, beside] : [shop])
    for (const { shop, name, ...figures } of measured)
      lists.push({ name, products, variants: shop === beside ? 3 : 1, ...figures })
  }
  const { shop } = await openBenchShop(bench, "bench_accounts")
  const signIn = await measureRefusedSignIns(shop)
  const aims = lists.flatMap(({ name, products, uncached, counted, repeated }) => [
    atMost(coldLimits[products] ?? Number.POSITIVE_INFINITY, `${name} of ${products}, uncached`, uncached),
    atMost(WARM_LIMIT, `${name} of ${products}, counted`, counted),
    atMost(WARM_LIMIT, `${name} of ${products}, repeated`, repeated),
  ])
  const result = { lists, signIn, missed: missedAims(aims) }
  print(report("queries and refused sign-ins, medians in ms", result))
  return result
}

/** No more than are allowed with one account */
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

/** Milliseconds, as a new client each time */
async function timeOfRefusal(shop: Shop, email: string, attempt: number): Promise<number> {
  const started = performance.now()
  await authenticate(shop, { email, password: "a wrong password" }, `bench-${attempt}`).catch(() => {})
  return performance.now() - started
}
