import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import { Semaphore } from "../media/semaphore"
import { invalid } from "../shop-error"
import { isCommonPassword } from "./common-passwords"

/** argon2id with 19 MiB, the first choice of the OWASP Password Storage Cheat Sheet. */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** Hashing runs in threads that files and pictures need too, so it never takes all of them. */
const hashing = new Semaphore(Math.min(3, availableParallelism()))

/** A hash as all are, of a password that nobody knows. */
const OF_NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$hso/59wfH2kTwgcbf0Hk7w$sY2EdsPJWqHA9lQ5phbh1uG7MGqQkbhtYl+vlgm7okQ"

export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(normalize(password), COST))
}

/** Takes the same time whether there is a hash or not; accounts that nobody may enter have none. */
export async function verifyPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const known = kept?.startsWith("$argon2id$") ? kept : null
  const right = await hashing.run(() => verify(known ?? OF_NOBODY, normalize(password)))
  return right && known !== null
}

/** @throws ShopError `invalid` for a password that guessers try first, or one that is the account's own e-mail or name */
export function refuseWeakPassword(password: string, person: { name: string; email: string }, field: string): void {
  const plain = normalize(password).toLowerCase()
  if (isCommonPassword(plain)) throw invalid("This password is too common; please choose another one", field)
  if ([person.email, person.email.split("@")[0], person.name].some((word) => word?.toLowerCase() === plain)) {
    throw invalid("Your password must not be your name or email", field)
  }
}

/** One password, however a keyboard composes its characters. */
function normalize(password: string): string {
  return password.normalize("NFKC")
}
