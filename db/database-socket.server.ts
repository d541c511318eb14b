import { type LookupAddress, type LookupAllOptions, lookup as lookUp } from "node:dns"
import { type LookupFunction, Socket } from "node:net"
import { withTimeout } from "./with-timeout"

/** Milliseconds; a request that waits for the name server is still answered within two seconds. */
const LOOKUP_TIMEOUT = 1_000
/** Milliseconds to connect to an address that may be out of date */
const CONNECT_TIMEOUT = 750

interface Lookup {
  addresses: Promise<LookupAddress[]>
  beganAt: number
}

interface Found {
  addresses: LookupAddress[]
  /** Whether the name server has not confirmed the addresses */
  isOld: boolean
}

type LookUp = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Looks names up with a time limit, after which it uses the last known addresses. */
export class NameLookups {
  /** One lookup per name at most, because one at an unresponsive name server blocks a thread for many seconds */
  readonly #underWay = new Map<string, Lookup>()
  readonly #lastKnown = new Map<string, LookupAddress[]>()

  constructor(private readonly lookUp: LookUp) {}

  async find(name: string, family = 0): Promise<Found> {
    const key = `${family} ${name}`
    const { addresses, beganAt } = this.#underWay.get(key) ?? this.#start(key, name, family)
    try {
      const left = Math.max(0, beganAt + LOOKUP_TIMEOUT - performance.now())
      return { addresses: await withTimeout(addresses, left, () => silence(name)), isOld: false }
    } catch (error) {
      // A name that does not exist is a valid response, so its last address is wrong.
      const isGone = (error as NodeJS.ErrnoException).code === "ENOTFOUND"
      const known = this.#lastKnown.get(key)
      if (isGone || !known) throw error
      return { addresses: known, isOld: true }
    }
  }

  #start(key: string, name: string, family: number): Lookup {
    const addresses = new Promise<LookupAddress[]>((resolve, reject) => {
      this.lookUp(name, { family, all: true }, (error, found) => (error ? reject(error) : resolve(found)))
    })
    const lookup = { addresses, beganAt: performance.now() }
    this.#underWay.set(key, lookup)
    addresses
      .then((found) => void this.#lastKnown.set(key, found))
      .catch(() => {})
      .finally(() => this.#underWay.delete(key))
    return lookup
  }
}

function silence(name: string): Error {
  const message = `The name server has not answered for ${name} within ${LOOKUP_TIMEOUT} ms`
  return Object.assign(new Error(message), { code: "EAI_AGAIN" })
}

const lookups = new NameLookups((...args) => lookUp(...args))

/** A socket whose lookups have a time limit */
export class DatabaseSocket extends Socket {
  override connect(...args: unknown[]): this {
    const [port, host] = args
    if (typeof port !== "number") return super.connect(...(args as Parameters<Socket["connect"]>))
    return super.connect({ port, host: typeof host === "string" ? host : undefined, lookup: this.#lookUp })
  }

  readonly #lookUp: LookupFunction = (name, options, callback) => {
    lookups.find(name, Number(options.family) || 0).then(
      ({ addresses, isOld }) => {
        if (isOld) this.#connectWithin(CONNECT_TIMEOUT)
        const [first] = addresses
        if (options.all) callback(null, addresses)
        else callback(null, first?.address ?? "", first?.family)
      },
      (error) => callback(error, ""),
    )
  }

  #connectWithin(milliseconds: number): void {
    const error = Object.assign(new Error("The last known address does not answer"), { code: "ETIMEDOUT" })
    const timer = setTimeout(() => this.destroy(error), milliseconds)
    for (const event of ["connect", "close"]) this.once(event, () => clearTimeout(timer))
  }
}
