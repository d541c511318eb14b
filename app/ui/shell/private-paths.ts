/** First segments of pages that search engines must not index. */
const privateRooms = [
  "account",
  "admin",
  "cart",
  "dev",
  "discount",
  "login",
  "logout",
  "order",
  "orders",
  "password",
  "preview",
  "process",
  "recently-viewed",
  "search",
  "shipping",
  "success",
  "update",
  "withdraw",
] as const

const rooms: ReadonlySet<string> = new Set(privateRooms)

export function isPrivatePath(path: string): boolean {
  return rooms.has(path.split("/")[1] ?? "") || /^\/product\/.*\/review\/*$/.test(path)
}
