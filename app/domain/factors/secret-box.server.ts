import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto"

/** Encrypts data that the database alone must not reveal. */
export interface SecretBox {
  /** The prefix of all data encrypted with the key in use */
  readonly keyName: string
  /** @param owner the id that decryption requires */
  encrypt(text: string, owner: string): string
  /** Returns null if the text was encrypted for another owner or its key is gone. */
  decrypt(encrypted: string, owner: string): string | null
}

const CIPHER = "aes-256-gcm"
const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** The first secret encrypts, and all decrypt. */
export function openSecretBox(secrets: readonly string[]): SecretBox {
  const keys = secrets.map(deriveKey)
  const [current] = keys
  if (!current) throw new Error("There is no secret to encrypt with")
  return {
    keyName: current.name,
    encrypt(text, owner) {
      const nonce = randomBytes(NONCE_LENGTH)
      const cipher = createCipheriv(CIPHER, current.key, nonce).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
      return `${current.name}.${encrypted.toString("base64url")}`
    },
    decrypt(encrypted, owner) {
      const [name, contents = ""] = encrypted.split(".", 2)
      const key = keys.find((one) => one.name === name)?.key
      return key ? decryptWith(key, Buffer.from(contents, "base64url"), owner) : null
    },
  }
}

function deriveKey(secret: string): { name: string; key: Buffer } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "counter second factors", 32))
  return { name: createHash("sha256").update(key).digest("hex").slice(0, 8), key }
}

function decryptWith(key: Buffer, contents: Buffer, owner: string): string | null {
  if (contents.length < NONCE_LENGTH + TAG_LENGTH) return null
  const nonce = contents.subarray(0, NONCE_LENGTH)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(contents.subarray(-TAG_LENGTH))
  try {
    return decipher.update(contents.subarray(NONCE_LENGTH, -TAG_LENGTH), undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null
  }
}
