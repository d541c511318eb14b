import { availableParallelism } from "node:os"
import { hash, verify } from "@node-rs/argon2"
import pLimit from "p-limit"
import type { Tx } from "~/domain/shop"
import { invalid, unavailable } from "~/domain/shop-error"
import { isCommonPassword } from "./common-passwords.server"
import { isTooLong, MAX_PASSWORD_CODE_UNITS } from "./password-rules"
import { isMostlyPersonalWords } from "./personal-words"

/** argon2id with 19 MiB is the first choice of the OWASP Password Storage Cheat Sheet. */
const ARGON2_OPTIONS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** Leaves one thread of the pool for files and pictures. */
const hashLimit = pLimit(Math.min(3, availableParallelism()))

/** Used if there is no stored hash, so that the time is the same */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$hso/59wfH2kTwgcbf0Hk7w$sY2EdsPJWqHA9lQ5phbh1uG7MGqQkbhtYl+vlgm7okQ"

/** About two seconds of hashing */
const MAX_ADMITTED = 100
let admitted = 0

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(password: string, storedHash: string | null | undefined): Promise<boolean>
}

const hasher: PasswordHasher = {
  hash: (password) => hashLimit(() => hash(normalize(password), ARGON2_OPTIONS)),
  async verify(password, storedHash) {
    const typed = isTooLong(password) ? "" : normalize(password)
    const usableHash = typed !== "" && storedHash?.startsWith("$argon2id$") ? storedHash : null
    const isCorrect = await hashLimit(() => verify(usableHash ?? DUMMY_HASH, typed))
    return isCorrect && usableHash !== null
  },
}

/** @throws ShopError `unavailable` if too many wait; before hashing begins */
export async function withPasswordHasher<T>(work: (hasher: PasswordHasher) => Promise<T>): Promise<T> {
  if (admitted >= MAX_ADMITTED)
    throw unavailable("Too many people are signing in right now. Please try again in a moment")
  admitted++
  try {
    return await work(hasher)
  } finally {
    admitted--
  }
}

export function hashPassword(password: string): Promise<string> {
  return withPasswordHasher(({ hash }) => hash(password))
}

const ADVICE = "please choose another one, such as a few unrelated words"

/** Refuses common passwords and those made from the owner's or the shop's name. @throws ShopError `invalid` */
export function assertStrongPassword(
  { identity }: Pick<Tx, "identity">,
  password: string,
  { name, email }: { name: string; email: string },
  field: string,
): void {
  const plain = normalize(password.slice(0, MAX_PASSWORD_CODE_UNITS))
  if (isMostlyPersonalWords(plain, { name, email, shopName: identity.name })) {
    throw invalid(`This password is too close to your name, your email or the shop's name; ${ADVICE}`, field)
  }
  if (isCommonPassword(plain)) throw invalid(`This password is too common; ${ADVICE}`, field)
}

/** Keyboards encode the same character differently. */
function normalize(password: string): string {
  return password.normalize("NFKC")
}
