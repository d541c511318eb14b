/** Values of libpq's `target_session_attrs` (https://www.postgresql.org/docs/current/libpq-connect.html) */
export const TARGETS = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const
type Target = (typeof TARGETS)[number]

interface ServerAddresses {
  /** One address per host, in order */
  urls: string[]
  target: Target
  /** Milliseconds to connect to one host; `null` if the address does not say */
  connectTimeout: number | null
}

const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*)((?:\/[^?#]*)?)(?:\?([^#]*))?$/
const MOST_HOSTS = 10
/** libpq's minimum, in seconds */
const LEAST_CONNECT_TIMEOUT = 2

/**
 * Parses an address in libpq's format, which may list several hosts: `postgres://user@one:5432,two:5432/shop`.
 * @throws an error whose message completes "DATABASE_URL …"
 */
export function parseServerAddresses(address: string): ServerAddresses {
  const [, protocol = "", authorityWithUser = "", path = "", query = ""] = ADDRESS.exec(address) ?? fail(MESSAGE)
  const userEnd = authorityWithUser.lastIndexOf("@") + 1
  const scheme = protocol + authorityWithUser.slice(0, userEnd)
  const authority = authorityWithUser.slice(userEnd)
  const params = new URLSearchParams(query)
  const takeParam = (name: string) => {
    const value = params.get(name)
    params.delete(name)
    return value
  }
  const target = takeParam("target_session_attrs") ?? "any"
  const isRandom = oneOf(["disable", "random"], takeParam("load_balance_hosts") ?? "disable", "load_balance_hosts")
  const connectTimeout = parseTimeout(takeParam("connect_timeout"))
  const hostList = takeParam("host")
  const portList = takeParam("port")
  const hosts = (hostList ?? authority).split(",")
  const ports = portList?.split(",") ?? []
  if (hosts.length > MOST_HOSTS) fail(`takes ${MOST_HOSTS} hosts at most`)
  if (ports.length > 1 && ports.length !== hosts.length) fail("needs one port, or as many ports as hosts")
  if (hosts.length > 1 && hosts.includes("")) fail("has an empty host in its list")
  if (!ports.every((port) => port === "" || isPort(port))) fail("has a port that is not a number from 1 to 65535")
  const urls = hosts.map((host, index) => {
    const own = new URLSearchParams(params)
    const port = ports.length > 1 ? ports[index] : ports[0]
    if (hostList !== null) own.set("host", host)
    if (port) own.set("port", port)
    const parameters = own.size > 0 ? `?${own}` : ""
    return `${scheme}${hostList === null ? host : (authority.split(",")[0] ?? "")}${path}${parameters}`
  })
  if (!urls.every((url) => URL.canParse(url))) fail(MESSAGE)
  return {
    urls: isRandom === "random" ? shuffled(urls) : urls,
    target: oneOf(TARGETS, target, "target_session_attrs"),
    connectTimeout,
  }
}

const MESSAGE =
  "must look like postgres://user:password@host/database, or postgres://user:password@host1:5432,host2:5432/database"

function fail(message: string): never {
  throw new Error(message)
}

function oneOf<T extends string>(values: readonly T[], value: string, name: string): T {
  return values.find((one) => one === value) ?? fail(`has ${name}=${value}, which must be one of ${values.join(", ")}`)
}

/** Zero and negative values are "unlimited" in libpq, which a web server cannot afford. */
function parseTimeout(seconds: string | null): number | null {
  if (seconds === null) return null
  if (!/^-?\d{1,6}$/.test(seconds)) fail("has a connect_timeout that is not a whole number of seconds")
  return Number(seconds) > 0 ? Math.max(Number(seconds), LEAST_CONNECT_TIMEOUT) * 1_000 : null
}

const isPort = (port: string) => /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536

function shuffled(urls: readonly string[]): string[] {
  const keyed = urls.map((url) => ({ url, key: Math.random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ url }) => url)
}

/** Returns `host:port` for messages, without the password. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  const [named, port] = [searchParams.get("host"), searchParams.get("port")]
  const name = named ?? (port ? host.replace(/:\d+$/, "") : host)
  return port ? `${name}:${port}` : name
}
