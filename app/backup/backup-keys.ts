export interface BackupKeys {
  /** BACKUP_KEY: a passphrase, or a public or secret key of age; `null` leaves backups readable. */
  key: string | null
  /** BACKUP_SIGNING_KEY: `null` signs with BACKUP_KEY, if that is a secret. */
  signingKey: string | null
}

const keyNames = ["BACKUP_SIGNING_KEY", "BACKUP_KEY"] as const
type KeyName = (typeof keyNames)[number]

export interface SigningSecret {
  name: KeyName
  secret: string
}

export const isPublicKey = (key: string) => key.startsWith("age1")
export const isSecretKey = (key: string) => key.startsWith("AGE-SECRET-KEY-")

/** The preferred key comes first; a public key cannot sign. */
export function signingSecrets({ key, signingKey }: BackupKeys): SigningSecret[] {
  const secrets: SigningSecret[] = []
  if (signingKey !== null) secrets.push({ name: "BACKUP_SIGNING_KEY", secret: signingKey })
  if (key !== null && !isPublicKey(key)) secrets.push({ name: "BACKUP_KEY", secret: key })
  return secrets
}
