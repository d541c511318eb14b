import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"
import { z } from "zod"
import { BackupError } from "./backup-error"
import type { SigningSecret } from "./backup-keys"

/** The last bytes of a backup, after its tar file: the SHA-256 of all bytes before, and its signature */
const SEAL_SIZE = 512

const hex = (bytes: number) =>
  z
    .string()
    .length(bytes * 2)
    .regex(/^[0-9a-f]+$/)
const Seal = z.strictObject({
  seal: z.literal("counter"),
  sha256: hex(32),
  signature: z
    .strictObject({ key: z.enum(["BACKUP_SIGNING_KEY", "BACKUP_KEY"]), salt: hex(16), hmac: hex(32) })
    .nullable(),
})
type Seal = z.output<typeof Seal>

export async function* withSeal(
  tar: AsyncIterable<Uint8Array>,
  secret: SigningSecret | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256")
  for await (const chunk of tar) {
    hash.update(chunk)
    yield chunk
  }
  yield await sealOf(hash.digest("hex"), secret)
}

async function sealOf(sha256: string, secret: SigningSecret | null): Promise<Buffer> {
  const salt = randomBytes(16).toString("hex")
  const signature = secret && { key: secret.name, salt, hmac: await sign(sha256, salt, secret.secret) }
  return toBytes({ seal: "counter", sha256, signature })
}

/** Pads the seal to a constant size, so that it is found from the end. */
function toBytes(seal: Seal): Buffer {
  return Buffer.from(`${JSON.stringify(seal).padEnd(SEAL_SIZE - 1)}\n`)
}

const deriveKey = promisify<string, string, number, object, Buffer>(scrypt)

/** Each guess of a weak passphrase costs 128 MB and a good part of a second. */
async function sign(sha256: string, salt: string, secret: string): Promise<string> {
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
  const key = await deriveKey(secret, `counter backup ${salt}`, 32, cost)
  return createHmac("sha256", key).update(sha256).digest("hex")
}

export class SealReader {
  #tail: Buffer = Buffer.alloc(0)
  readonly #hash = createHash("sha256")
  #seal: Seal | null = null
  #sha256 = ""

  /** Yields the bytes before the seal, or all bytes of a file without one. */
  async *tarOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      const all = Buffer.concat([this.#tail, chunk])
      const end = Math.max(0, all.length - SEAL_SIZE)
      const body = all.subarray(0, end)
      this.#tail = all.subarray(end)
      this.#hash.update(body)
      if (end > 0) yield body
    }
    this.#sha256 = this.#hash.digest("hex")
    this.#seal = parse(this.#tail)
    if (this.#seal === null) yield this.#tail
  }

  get isIntact(): boolean {
    return this.#seal?.sha256 === this.#sha256
  }

  get signedBy(): SigningSecret["name"] | null {
    return this.#seal?.signature?.key ?? null
  }

  async isSignedWith({ name, secret }: SigningSecret): Promise<boolean> {
    const { signature } = this.#seal ?? {}
    if (!this.isIntact || signature?.key !== name) return false
    const expected = await sign(this.#sha256, signature.salt, secret)
    return timingSafeEqual(Buffer.from(expected, "hex"), Buffer.from(signature.hmac, "hex"))
  }
}

function parse(bytes: Buffer): Seal | null {
  if (bytes.length !== SEAL_SIZE || !bytes.toString("latin1").startsWith('{"seal":"counter"')) return null
  try {
    const seal = Seal.parse(JSON.parse(bytes.toString()))
    return toBytes(seal).equals(bytes) ? seal : null
  } catch (error) {
    throw new BackupError("This backup is damaged: its seal cannot be read", { cause: error })
  }
}
