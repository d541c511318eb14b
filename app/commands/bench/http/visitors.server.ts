import { hashPassword } from "~/domain/accounts/passwords/passwords.server"
import { insertUser } from "~/domain/accounts/register.server"
import { type Member, requireMember } from "~/domain/accounts/user"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { saveCartLine } from "~/domain/cart/saved-cart.server"
import { newObjectId } from "~/domain/object-id.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { BenchError } from "../bench-error"
import type { BenchVisitor } from "./load-job"

const PASSWORD = "a password for the bench"
/** A form as a browser sends it. */
const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
/** As browsers ask for pages. */
const browser = { "Accept-Encoding": "gzip, deflate, br", Accept: "text/html" }

const json = { Accept: "application/json" }

/** Those who ask: each kind as often as there are clients, so that none waits for another's row. */
export interface Visitors {
  strangers: BenchVisitor[]
  /** Not signed in, with something in the cart: their pages are their own. */
  withCart: BenchVisitor[]
  members: BenchVisitor[]
  /** The same, about to sign in, to put something into the cart, to confirm an order. */
  signingIn: BenchVisitor[]
  adding: BenchVisitor[]
  confirming: BenchVisitor[]
  /** Programs that read the API, for strangers and for members. */
  programs: BenchVisitor[]
  memberPrograms: BenchVisitor[]
}

/** Makes accounts with an address and a cart, whose passwords are the same. */
export async function addMembers(shop: Shop, count: number, product: string): Promise<Member[]> {
  const password_hash = await hashPassword(PASSWORD)
  const members: Member[] = []
  for (let number = 0; number < count; number++) {
    const id = newObjectId(shop.now())
    await insertUser(shop, { id, name: `Bench ${number}`, email: `${id}@bench.invalid`, password_hash })
    const member = requireMember(await findActiveUser(shop, id))
    await saveShipping(shop, member, address)
    await shop.transaction((tx) => saveCartLine(tx, id, { product, quantity: 1 }))
    members.push(member)
  }
  return members
}

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** Lets these members into the running shop. */
export async function receiveVisitors(url: string, members: readonly Member[], product: string): Promise<Visitors> {
  const signingIn = members.map(({ email }) => formOf(browser, { email, password: PASSWORD }))
  const inside = await Promise.all(signingIn.map(async (visitor) => withCookies(await post(`${url}/login`, visitor))))
  const adding = formOf(browser, { product, quantity: "1" })
  const cart = withCookies(await post(`${url}/product/${product}`, adding))
  const confirming = inside.map(async (member) => {
    const page = await (await fetch(`${url}/order/confirm`, { headers: member.headers })).text()
    return formOf(member.headers, hiddenFields(page))
  })
  return {
    strangers: [{ headers: browser }],
    withCart: [cart],
    members: inside,
    signingIn,
    adding: [adding],
    confirming: await Promise.all(confirming),
    programs: [{ headers: json }],
    memberPrograms: inside.map(({ headers: { Cookie = "" } }) => ({ headers: { ...json, Cookie } })),
  }
}

function formOf(headers: Record<string, string>, fields: Record<string, string>): Required<BenchVisitor> {
  return { headers: { ...headers, ...FORM }, body: new URLSearchParams(fields).toString() }
}

async function post(url: string, { headers, body }: BenchVisitor): Promise<Response> {
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual" })
  if (answer.status >= 400) throw new BenchError(`POST ${url} was answered with ${answer.status}`)
  return answer
}

/** The visitor who got this answer, with the cookies it set. A toast would be taken by the first page. */
function withCookies(answer: Response): BenchVisitor {
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "")
  return { headers: { ...browser, Cookie: cookies.filter((cookie) => !/toast/i.test(cookie)).join("; ") } }
}

function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="(mark|seen)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]))
}
