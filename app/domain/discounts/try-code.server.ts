import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import { isWithin, type RateLimitRule } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { cleanCode } from "~/domain/text/clean-code"
import { findByCode } from "./find-discounts.server"

const wrongCodes: RateLimitRule = { name: "wrong-codes", points: 20, minutes: 15 }
/** For all visitors of a network, who could be one person without cookies */
const wrongCodesFromNetwork: RateLimitRule = { name: "wrong-codes-network", points: 60, minutes: 15 }

/** For all guests of a network, because one person can be many guests */
const wrongCodesOfGuests: RateLimitRule = { name: "wrong-codes-guests", points: 120, minutes: 15 }
/** For each guest after that */
const wrongCodesBeyond: RateLimitRule = { name: "wrong-codes-beyond", points: 1, minutes: 15 }

interface Guesser {
  id: string
  /** The network address of a guest */
  address: string | null
}

type Guessed = Pick<Shop, "db" | "limits">

/** Returns the code; a wrong one counts against the buyer or the device. @throws ShopError `tooMany` */
export async function tryCode({ db, limits }: Guessed, { id, address }: Guesser, typed: string): Promise<string> {
  const code = cleanCode(typed)
  if (code === "") return code
  await limits.check([wrongCodes, id])
  const network = address === null ? null : siteKey(address)
  const isBeyond = network !== null && !(await isWithin(limits, wrongCodesOfGuests, network))
  // Counted before the look-up, so that concurrent attempts stay within the limit.
  const own = isBeyond ? wrongCodesBeyond : wrongCodes
  await limits.consume(own, id)
  if (!(await findByCode({ db }, code))) return code
  await limits.release(own, id)
  if (network !== null && !isBeyond) await limits.release(wrongCodesOfGuests, network)
  return code
}

interface Visitor {
  /** Null on the first visit of a browser */
  device: string | null
  address: string
}

interface VisitorCode {
  code: string
  /** Whether the code was looked up */
  isTried: boolean
  isWrong: boolean
}

/**
 * Like `tryCode`. After too many guesses from a network, codes are stored without a look-up; each is
 * tried once its buyer is known. So honest visitors of the same network lose nothing.
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
