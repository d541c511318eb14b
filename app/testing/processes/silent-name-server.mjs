// Loaded with `node --import`: resolves the database as `database.test`, and stops responding from one SIGUSR2 to the
// next.
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"

const { lookup } = dns
/** Milliseconds, like getaddrinfo */
const GIVES_UP_AFTER = 10_000
let isSilent = false
process.on("SIGUSR2", () => {
  isSilent = !isSilent
})

dns.lookup = (name, options, callback) => {
  if (name !== "database.test") return lookup(name, options, callback)
  if (!isSilent) return lookup("127.0.0.1", options, callback)
  const error = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" })
  setTimeout(callback, GIVES_UP_AFTER, error).unref()
}
syncBuiltinESMExports()
