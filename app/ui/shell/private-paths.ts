/** First words of addresses that are somebody's own, or a step on the way to something. */
export const privateRooms = [
  "account",
  "admin",
  "cart",
  "dev",
  "login",
  "logout",
  "order",
  "orders",
  "password",
  "process",
  "recently-viewed",
  "search",
  "shipping",
  "success",
  "update",
] as const

const rooms: ReadonlySet<string> = new Set(privateRooms)

/** Whether no search engine is to keep a page. */
export function isPrivatePath(path: string): boolean {
  return rooms.has(path.split("/")[1] ?? "") || /^\/product\/.*\/review\/*$/.test(path)
}
