import { type Member, requireMember } from "~/domain/accounts/actor"
import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { insertUser } from "~/domain/accounts/register.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { saveCartLine } from "~/domain/cart/saved-cart.server"
import { newObjectId } from "~/domain/object-id.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { BenchError } from "./programs.server"
import type { BenchVisitor } from "./scenarios"

export const PASSWORD = "a password for the bench"
const browser = { "Accept-Encoding": "gzip, deflate, br", Accept: "text/html" }
const form = { "Content-Type": "application/x-www-form-urlencoded" }
const json = { Accept: "application/json" }

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** Members with an address, and with a unit of `product` in the cart. */
export async function addMembers(shop: Shop, count: number, product?: string): Promise<Member[]> {
  const password_hash = await hashPassword(PASSWORD)
  const add = async (_: unknown, number: number) => {
    const id = newObjectId(shop.now())
    await insertUser(shop, { id, name: `Bench ${number}`, email: `${id}@bench.invalid`, password_hash })
    const member = requireMember(await findActiveUser(shop, id))
    await saveShipping(shop, member, address)
    if (product) await shop.transaction((tx) => saveCartLine(tx, id, { variantId: product, quantity: 1 }))
    return member
  }
  return Promise.all(Array.from({ length: count }, add))
}

export type Visitors = Awaited<ReturnType<typeof receiveVisitors>>

/** Half of the members look around and half confirm, whose own holds are shown to them: as many as clients, so none waits for another's row. */
export async function receiveVisitors(url: string, members: readonly Member[], product: string) {
  const signIn = ({ email }: Member) => formOf(browser, { email, password: PASSWORD })
  const enter = (some: readonly Member[]) =>
    Promise.all(some.map((member) => afterPost(`${url}/login`, signIn(member))))
  const [looking, buying] = [members.slice(0, members.length / 2), members.slice(members.length / 2)]
  const inside = await enter(looking)
  const adding = formOf(browser, { product, quantity: "1" })
  const confirming = (await enter(buying)).map(async ({ headers }) => {
    const page = await (await fetch(`${url}/order/confirm`, { headers })).text()
    return formOf(headers, hiddenFields(page))
  })
  return {
    strangers: [{ headers: browser }],
    withCart: [await afterPost(`${url}/product/${product}`, adding)],
    members: inside,
    signingIn: looking.map(signIn),
    adding: [adding],
    confirming: await Promise.all(confirming),
    programs: [{ headers: json }],
    memberPrograms: inside.map(({ headers: { Cookie = "" } }) => ({ headers: { ...json, Cookie } })),
  }
}

function formOf(headers: Record<string, string>, fields: Record<string, string>): BenchVisitor {
  return { headers: { ...headers, ...form }, body: new URLSearchParams(fields).toString() }
}

/** Drops the toast's cookie, which the first page would clear. */
async function afterPost(url: string, visitor: BenchVisitor): Promise<BenchVisitor> {
  const response = await fetch(url, { method: "POST", ...visitor, redirect: "manual" })
  if (response.status >= 400) throw new BenchError(`POST ${url} was answered with ${response.status}`)
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  return { headers: { ...browser, Cookie: cookies.filter((cookie) => !/toast/i.test(cookie)).join("; ") } }
}

export function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]))
}
