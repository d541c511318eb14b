import { open } from "node:fs/promises"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { BackupError } from "./backup-error"
import { isPublicKey, isSecretKey } from "./backup-keys"

/** The first bytes of every file in the age format: https://age-encryption.org/v1 */
const AGE_HEADER = "age-encryption.org/v1"

/**
 * Accepts a passphrase, a public key (`age1…`) or a secret key.
 * @throws BackupError if a public or secret key was mistyped
 */
export async function encryptStream(plain: Readable, key: string | null): Promise<Readable> {
  if (key === null) return plain
  const { Encrypter, identityToRecipient } = await import("age-encryption")
  const encrypter = new Encrypter()
  try {
    if (isPublicKey(key)) encrypter.addRecipient(key)
    else if (isSecretKey(key)) encrypter.addRecipient(await identityToRecipient(key))
    else encrypter.setPassphrase(key)
  } catch (error) {
    throw new BackupError("BACKUP_KEY begins like an age key but is not one", { cause: error })
  }
  return fromWeb(await encrypter.encrypt(toWeb(plain)))
}

/** @throws BackupError without the right key */
export async function decryptStream(encrypted: Readable, key: string | null): Promise<Readable> {
  if (key === null) throw new BackupError("This backup is encrypted: set BACKUP_KEY to the key it was made with")
  if (isPublicKey(key))
    throw new BackupError("BACKUP_KEY is the public key: set it to the secret one (AGE-SECRET-KEY-…) to read a backup")
  const { Decrypter } = await import("age-encryption")
  const decrypter = new Decrypter()
  try {
    if (isSecretKey(key)) decrypter.addIdentity(key)
    else decrypter.addPassphrase(key)
    return fromWeb(await decrypter.decrypt(toWeb(encrypted)))
  } catch (error) {
    throw new BackupError("BACKUP_KEY cannot decrypt this backup", { cause: error })
  }
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, "r")
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0)
    return buffer.subarray(0, bytesRead).toString("latin1") === AGE_HEADER
  } finally {
    await file.close()
  }
}

/** Node's and browsers' streams differ in their types alone. */
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)
}
