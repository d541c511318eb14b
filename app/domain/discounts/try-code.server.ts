import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import { isWithin, type RateLimitRule } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { cleanCode } from "~/domain/text/clean-code"
import { findByCode } from "./find-discounts.server"

const wrongCodes: RateLimitRule = { name: "wrong-codes", points: 20, minutes: 15 }
/** Of all visitors there, who could be one person without cookies */
const wrongCodesFromNetwork: RateLimitRule = { name: "wrong-codes-network", points: 60, minutes: 15 }

/** Of all guests there, of whom one person can be many */
const wrongCodesOfGuests: RateLimitRule = { name: "wrong-codes-guests", points: 120, minutes: 15 }
/** Of each guest beyond that */
const wrongCodesBeyond: RateLimitRule = { name: "wrong-codes-beyond", points: 1, minutes: 15 }

interface Guesser {
  id: string
  /** Of a guest */
  address: string | null
}

type Guessed = Pick<Shop, "db" | "limits">

/** Returns the code; a wrong one counts for the buyer or the device that guesses. @throws ShopError `tooMany` */
export async function tryCode({ db, limits }: Guessed, { id, address }: Guesser, typed: string): Promise<string> {
  const code = cleanCode(typed)
  if (code === "") return code
  await limits.check([wrongCodes, id])
  const network = address === null ? null : siteKey(address)
  const isBeyond = network !== null && !(await isWithin(limits, wrongCodesOfGuests, network))
  // Counted before the look-up, so that concurrent ones stay within the limit
  const own = isBeyond ? wrongCodesBeyond : wrongCodes
  await limits.consume(own, id)
  if (!(await findByCode({ db }, code))) return code
  await limits.release(own, id)
  if (network !== null && !isBeyond) await limits.release(wrongCodesOfGuests, network)
  return code
}

interface Visitor {
  /** Null for a browser that has not been here before */
  device: string | null
  address: string
}

interface VisitorCode {
  code: string
  /** Whether the shop has looked for it */
  isTried: boolean
  isWrong: boolean
}

/**
 * As `tryCode`. Where visitors of a network have guessed very often, their codes are kept untried, so that others there
 * lose nothing: each is tried once its buyer is known.
 */
export async function tryVisitorCode(
  { db, limits }: Guessed,
  { device, address }: Visitor,
  typed: string,
): Promise<VisitorCode> {
  const code = cleanCode(typed)
  if (code === "") return { code, isTried: true, isWrong: false }
  const network = siteKey(address)
  if (device) await limits.check([wrongCodes, device])
  if (!(await isWithin(limits, wrongCodesFromNetwork, network))) return { code, isTried: false, isWrong: false }
  if (device) await limits.consume(wrongCodes, device)
  const isWrong = (await findByCode({ db }, code)) === null
  if (!isWrong) await limits.release(wrongCodesFromNetwork, network)
  if (!isWrong && device) await limits.release(wrongCodes, device)
  return { code, isTried: true, isWrong }
}
