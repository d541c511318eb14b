/** Just below the longest allowed address */
const LONG = 7_900
/** The longest allowed path */
const LONGEST_PATH = 1_000

/** Repeated pieces that may make matching, decoding or resolving slow */
const pieces = ["/", "//", "/a", "/.", "/..", "/%2e%2e", "/...", ";", "/;", "%2f", "%2F%5c", "%252f", "%20", "%", "%00"]

/** Prefixes and suffixes of the repeated pieces */
const places: [before: string, after: string][] = [
  ["/", ""],
  ["/", "x"],
  ["/order/", "x"],
  ["/products/", "x"],
  ["/product/0123456789abcdef01234567/", "/review"],
  ["/admin/", "/delete"],
  ["/api/v1/order/", "x"],
  ["/api/v1/reset/password/", "/x"],
  ["/", ".data"],
  ["/cart/", ".data?_routes=root"],
  ["/media/", ".webp"],
  ["/assets/", "x.js"],
]

const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length))

/** Paths that may take superlinear time to match: of the longest allowed length, and far longer */
export const stressPaths: readonly string[] = places.flatMap(([before, after]) =>
  pieces.flatMap((piece) => {
    const room = LONGEST_PATH - before.length - (after.split("?")[0]?.length ?? 0)
    return [before + filled(piece, LONG) + after, before + filled(piece, room) + after]
  }),
)

/** The longest queries and headers that contain an address or a list */
export function stressReferences(origin: string): [path: string, headers?: Record<string, string>][] {
  const slashes = `/order${"/".repeat(LONG / 2)}x`
  const room = LONG - 100
  const queries: [string][] = [
    [`/login?redirect=${slashes}`],
    [`/login.data?redirect=${slashes}`],
    [`/login?redirect=${"/%2e%2e".repeat(500)}`],
    [`/products?keyword=${"/".repeat(room)}x`],
    [`/products?${"keyword=/&".repeat(room / 10)}`],
    [`/search/suggest?q=${filled("%2f", room)}`],
    [`/cart.data?_routes=${filled("root,", room)}`],
    [`/cart.data?_routes=${filled("/", room)}x`],
    [`/cart?${filled("index&", room)}`],
    [`/?_data=${filled("/", room)}x`],
    [`/api/v1/product?keyword=${filled("%2f", room)}x`],
    [`/api/v1/product?${filled("price[gte]=1&", room)}`],
  ]
  const runs = ["/", ",", ", ", ";", "; ", "a,", "a=b; ", "\t", "  ", "=", '"'].map(
    (piece) => `a${filled(piece, room)}x`,
  )
  const names = ["Referer", "Origin", "Accept", "Accept-Encoding", "Accept-Language", "Cookie", "Content-Type", "Range"]
  const conditions = ["If-None-Match", "If-Modified-Since", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"]
  const headers = [...names, ...conditions].flatMap((name) =>
    runs.map((value): [string, Record<string, string>] => ["/cart", { [name]: value }]),
  )
  return [...queries, ...headers, ["/cart", { Referer: `${origin}/${"/".repeat(room)}x` }]]
}
