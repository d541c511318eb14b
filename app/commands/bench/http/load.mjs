// @ts-check
// Sends requests for the bench, in a process of its own.
import autocannon from "autocannon"

/** @typedef {import("./load-job").LoadJob} LoadJob */
/** @typedef {import("./load-job").LoadResult} LoadResult */

/** How long requests are sent at the most, in seconds; and how often every client has asked at least. */
const LONGEST = 30
const LEAST_TURNS = 2

process.on("disconnect", () => process.exit())
process.on("message", (/** @type {LoadJob} */ job) => {
  send(job)
    .then((result) => process.send?.({ result }))
    .catch((error) => process.send?.({ error: String(error) }))
})
process.send?.({ ready: true })

/**
 * @param {LoadJob} job
 * @returns {Promise<LoadResult>}
 */
async function send({ url, method, visitors, status, clients, seconds }) {
  const times = /** @type {number[]} */ ([])
  let [next, bytes, unexpected, kept, lastAt] = [0, 0, 0, 0, 0]
  const setupClient = (/** @type {any} */ client) => {
    const { headers, body } = visitors[next++ % visitors.length] ?? { headers: {} }
    client.setHeadersAndBody(headers, body)
    client.on("headers", (/** @type {{ headers: string[] }} */ head) => {
      if (isForEverybody(head.headers)) kept++
    })
    client.on("response", (/** @type {number} */ code, /** @type {number} */ size, /** @type {number} */ time) => {
      times.push(time)
      bytes += size
      lastAt = performance.now()
      if (Math.floor(code / 100) !== Math.floor(status / 100)) unexpected++
    })
  }
  const began = performance.now()
  const { errors } = await new Promise((resolve, reject) => {
    const sending = autocannon(
      { url, method, connections: clients, duration: LONGEST, sampleInt: 50, setupClient, timeout: 30 },
      (error, result) => {
        clearInterval(enough)
        if (error) reject(error)
        else resolve(result)
      },
    )
    const enough = setInterval(() => {
      if (performance.now() - began > seconds * 1000 && times.length >= LEAST_TURNS * clients) sending.stop()
    }, 20)
  })
  times.sort((a, b) => a - b)
  const share = (/** @type {number} */ part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    answers: times.length,
    seconds: Math.max(lastAt - began, 1) / 1000,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    bytes: times.length > 0 ? bytes / times.length : 0,
    unexpected: unexpected + errors,
    kept,
  }
}

/**
 * Whether caches on the way may keep this answer: the shop says so of what it keeps itself.
 * @param {string[]} headers names and values in turn
 */
function isForEverybody(headers) {
  const name = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "cache-control")
  return name >= 0 && /\bs-maxage=/.test(headers[name + 1] ?? "")
}
