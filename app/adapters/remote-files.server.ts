import { lookup } from "node:dns/promises"
import type { IncomingMessage } from "node:http"
import { type RequestOptions, request } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"
import type { RemoteFiles } from "~/domain/media/remote-files"
import { invalid, ShopError } from "~/domain/shop-error"

interface ResolvedAddress {
  address: string
  family: number
}

interface RemoteFilesOptions {
  /** The operating system's resolver by default */
  resolve?: (host: string) => Promise<ResolvedAddress[]>
  isAllowed?: (address: string) => boolean
  port?: number
  /** Milliseconds for all redirects and the whole file */
  timeout?: number
  /** A certificate to trust in addition to Node's */
  ca?: string
}

const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
const LONGEST_ADDRESS = 2_000

/** Connects only to addresses that were checked, also after each redirect; sends no cookies and no credentials. */
export function openRemoteFiles({
  resolve = (host) => lookup(host, { all: true }),
  isAllowed = isPublicAddress,
  port = 443,
  timeout = 45_000,
  ca,
}: RemoteFilesOptions = {}): RemoteFiles {
  /** Throws unless all addresses are public: no real shop has public and private ones at once. */
  async function checkedAddresses(host: string): Promise<ResolvedAddress[]> {
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
    if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
      throw invalid(`${host.slice(0, 100)} is not a public server`)
    }
    return found
  }

  async function readThrough(address: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    let url = parseAddress(address, port)
    for (let redirects = 0; ; redirects++) {
      const addresses = await untilAborted(checkedAddresses(hostOf(url)), signal)
      const response = await get(url, { ca, signal, lookup: fixedLookup(addresses) })
      const location = REDIRECTS.includes(response.statusCode ?? 0) ? response.headers.location : undefined
      if (location === undefined) return await readBody(response, maxBytes)
      response.destroy()
      if (redirects === MAX_REDIRECTS) throw invalid("This address redirects too often")
      url = parseAddress(location, port, url)
    }
  }

  return {
    async read(address, { maxBytes, signal }) {
      const limit = AbortSignal.timeout(timeout)
      try {
        return await readThrough(address, maxBytes, signal ? AbortSignal.any([limit, signal]) : limit)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ShopError) throw error
        throw invalid(limit.aborted ? "The server took too long" : "The server cannot be reached")
      }
    },
  }
}

/** @throws ShopError `invalid` */
function parseAddress(text: string, port: number, base?: URL): URL {
  const url = text.length <= LONGEST_ADDRESS && URL.canParse(text, base) ? new URL(text, base) : null
  if (!url) throw invalid("This is not the address of a file")
  if (url.protocol !== "https:") throw invalid("Only addresses that begin with https:// are fetched")
  if (url.username !== "" || url.password !== "") throw invalid("This address contains a password")
  if (Number(url.port || 443) !== port) throw invalid("Only the usual port of https is used")
  return url
}

/** The address without the brackets of IPv6 */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "")
}

/** Keeps the connection from resolving the name again. */
function fixedLookup(addresses: ResolvedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? "", first?.family)
  }
}

function get(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const headers = { Accept: "image/*", "Accept-Encoding": "identity", "User-Agent": "Counter" }
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent: false, headers })
      .on("response", resolve)
      .on("error", reject)
      .end()
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  try {
    if (response.statusCode !== 200) throw invalid(`The server responded with status ${response.statusCode}`)
    const chunks: Buffer[] = []
    let size = Number(response.headers["content-length"] ?? 0)
    const refuseTooLarge = () => {
      if (size > maxBytes) throw invalid(`The file has more than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
    }
    refuseTooLarge()
    size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      refuseTooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}

/** Resolving a name cannot be aborted. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener("abort", abort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

/** The part of IPv6 that is allocated (https://www.iana.org/assignments/ipv6-address-space) */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3")

/**
 * Returns whether an address is public: not private, loopback, link-local, shared (RFC 6598), multicast or reserved,
 * nor an IPv6 address that holds or leads to an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false
  const address = ipaddr.parse(text)
  const isGiven = address.kind() === "ipv4" || address.match(GLOBAL_UNICAST)
  return isGiven && address.range() === "unicast"
}
