// @ts-check
/** A page of 30 kB that says something else everywhere, as pages do. */
export const finishedPage = pageOf(30_000)

/** @param {number} bytes */
function pageOf(bytes) {
  let body = ""
  for (let seed = 1; body.length < bytes - 100; seed = (seed * 48_271) % 2_147_483_647) {
    body += `<li><a href="/product/${seed.toString(16)}">Product ${seed % 9_973}</a> $${seed % 500}.00</li>\n`
  }
  return `<!doctype html><title>A finished page</title><ul>${body}</ul>`.slice(0, bytes)
}
