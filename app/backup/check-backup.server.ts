import { BASELINE, EARLIER_COMMIT, migrationNames, sinceBaseline } from "~db/migrate.server"
import type { ArchiveEnd, ArchiveHead } from "./archive"
import { isEncrypted } from "./archive-encryption.server"
import { readArchive } from "./archive-file.server"
import { SealReader } from "./archive-seal.server"
import { BackupError } from "./backup-error"
import { type BackupKeys, signingSecrets } from "./backup-keys"
import { damaged, EntryCheck } from "./entry-check.server"

export interface CheckedBackup {
  head: ArchiveHead
  end: ArchiveEnd
  /** The entries, in order */
  digests: readonly string[]
  /** Names of picture files that differ from what was stored, in the backup or when it was made */
  damaged: string[]
  unverified: string[]
}

interface Trust {
  /** Accepts an unencrypted file although there is a key. */
  plain?: boolean
  /** Accepts a file without a signature, or of an older version. */
  unverified?: boolean
}

/** @throws BackupError if the backup is incomplete, or its origin is unverified */
export async function checkBackup(path: string, keys: BackupKeys, trust: Trust = {}): Promise<CheckedBackup> {
  const isPlain = !(await isEncrypted(path))
  if (isPlain && keys.key !== null && !trust.plain) throw new BackupError(NOT_ENCRYPTED(path))
  const seal = new SealReader()
  const entries = new EntryCheck(path)
  for await (const { name, bytes } of readArchive(path, keys.key, seal)) await entries.add(name, bytes)
  const { head, end, digests, damaged: files } = entries.finish()
  if (head.format === 1) {
    if (!trust.unverified) throw new BackupError(EARLIER_VERSION(path))
    return { head, end, digests, damaged: files, unverified: [WITHOUT_SUMS] }
  }
  if (!seal.isIntact) throw damaged(path, "its seal is missing or does not match its contents")
  return { head, end, digests, damaged: files, unverified: await unverifiedOrigin(path, seal, keys, isPlain, trust) }
}

/** @throws BackupError if the backup's schema is unknown to this release */
export function assertRestorable({ head }: Pick<CheckedBackup, "head">): void {
  if (!head.migrations.includes(BASELINE)) throw new BackupError(TOO_OLD)
  const known = new Set(migrationNames())
  if (sinceBaseline(head.migrations).every((name) => known.has(name))) return
  throw new BackupError("This backup was made by a newer version of the shop: restore it with that version")
}

/** @throws BackupError if the origin must be verified and cannot be */
async function unverifiedOrigin(
  path: string,
  seal: SealReader,
  keys: BackupKeys,
  isPlain: boolean,
  trust: Trust,
): Promise<string[]> {
  const secrets = signingSecrets(keys)
  if (secrets.length === 0) return [NO_KEY]
  const signer = secrets.find(({ name }) => name === seal.signedBy)
  if (signer) {
    if (await seal.isSignedWith(signer)) return []
    throw new BackupError(`${path} is not signed with this ${signer.name}: it belongs to another shop, or is forged`)
  }
  if (trust.unverified || (trust.plain && isPlain && seal.signedBy === null)) return [NOT_SIGNED]
  throw new BackupError(
    seal.signedBy ? `${path} is signed: set ${seal.signedBy} to the key it was made with` : UNSIGNED(path),
  )
}

const TOO_OLD = `This backup is older than this release can restore: restore it with the release of commit ${EARLIER_COMMIT}, then start this one on that database (docs/upgrading.md)`
const NOT_ENCRYPTED = (path: string) =>
  `${path} is not encrypted although BACKUP_KEY is set, so anyone could have written it. If you know that it is yours, add --plain`
const EARLIER_VERSION = (path: string) =>
  `${path} was made by an earlier version and has no signature and no checksums of its pictures. If you know that it is yours, add --unverified`
const UNSIGNED = (path: string) =>
  `${path} is not signed, so anyone with your public key could have written it. If you know that it is yours, add --unverified`
const WITHOUT_SUMS =
  "Its origin and its pictures are not verified, because an earlier version made it. Its tables were verified."
const NO_KEY = "Its origin is not verified: neither BACKUP_KEY nor BACKUP_SIGNING_KEY is set."
const NOT_SIGNED = "Its origin is not verified: it has no signature."
