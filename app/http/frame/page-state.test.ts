import { decode } from "turbo-stream"
import { expect, test } from "vitest"
import { stateText } from "./page-state.server"

async function read(text: string | null): Promise<unknown> {
  const { value, done } = await decode(new Response(text).body as ReadableStream<Uint8Array>)
  await done
  return value
}

const shared = { shopName: "Counter", site: { notes: ["user", "a note"] }, offsets: "0", blockContextMenu: true }
const guest = { ...shared, user: null, cart: [], formToken: null, toast: null, draft: null, requestId: "" }
const member = {
  ...shared,
  user: { name: "Ada </script> 'Lovelace' \u2028", isAdmin: false, avatar: null },
  cart: [
    { variantId: "a".repeat(24), quantity: 2 },
    { variantId: "b".repeat(24), quantity: 2 },
  ],
  formToken: "abcdefghij-_0123456789",
  toast: { type: "success", message: "user", undo: undefined },
  draft: null,
  requestId: "0123456789abcdef",
}
const twice = { name: "twice", price: 1_999 }
const main = {
  "routes/list": {
    products: [twice, twice, { name: "", price: 0, rating: -0, stock: Number.POSITIVE_INFINITY }],
    at: new Date(1_700_000_000_000),
    nothing: undefined,
    absent: null,
    empty: [[], {}],
    text: '[1,"two"] \\ "quoted" emoji 🧺 \n',
  },
  "routes/empty": null,
}

test.each([guest, member])("the browser reads the data that the routes returned: %#", async (root) => {
  const expected = { loaderData: { ...main, root }, errors: null, actionData: null }
  expect(await read(stateText({ root, main }))).toStrictEqual(expected)
  expect(await read(stateText({ root, main: {} }))).toStrictEqual({ ...expected, loaderData: { root } })
})

test("data that only Remix can write are left to it", () => {
  expect(stateText({ root: guest, main: { page: { error: new Error("no") } } })).toBeNull()
  expect(stateText({ root: guest, main: { page: Promise.resolve(1) } })).toBeNull()
})
