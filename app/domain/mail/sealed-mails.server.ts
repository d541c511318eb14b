import { sql } from "kysely"
import type { Queryable, Shop } from "~/domain/shop"

/** A path segment of 192 random bits in base64url: the secret of a link, see `newToken` */
const SECRETS = /\/[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])/g

/** The same pattern for PostgreSQL */
export const SECRET = SECRETS.source

export interface Bodies {
  text_body: string
  html_body: string
}

/**
 * Returns the columns of a mail's bodies. Bodies with a secret link are encrypted next to a version without it, because
 * the rest of the database has only hashes of secrets.
 */
export function seal({ mailSeal }: Pick<Queryable, "mailSeal">, id: string, bodies: Bodies) {
  const forgotten = withoutSecrets(bodies)
  const hasSecret = forgotten.text_body !== bodies.text_body || forgotten.html_body !== bodies.html_body
  if (!mailSeal || !hasSecret) return { ...bodies, sealed: null }
  return { ...forgotten, sealed: mailSeal.encrypt(JSON.stringify(bodies), id) }
}

/** Returns null if the mail's key is gone. */
export function unseal(
  { secrets }: Pick<Shop, "secrets">,
  { id, sealed, text_body, html_body }: Bodies & { id: string; sealed: string | null },
): Bodies | null {
  if (sealed === null) return { text_body, html_body }
  const bodies = secrets.decrypt(sealed, id)
  return bodies === null ? null : (JSON.parse(bodies) as Bodies)
}

function withoutSecrets({ text_body, html_body }: Bodies): Bodies {
  const forget = (body: string) => body.replaceAll(SECRETS, "/…")
  return { text_body: forget(text_body), html_body: forget(html_body) }
}

const BATCH = 500

/** Encrypts waiting and refused mails of an earlier release, or from before SMTP was configured. */
export async function sealMails({ db, mailSeal }: Shop): Promise<void> {
  if (!mailSeal) return
  const open = await db
    .selectFrom("mails")
    .select(["id", "text_body", "html_body"])
    .where("sent_at", "is", null)
    .where("sealed", "is", null)
    .where(sql<boolean>`(text_body ~ ${SECRET} or html_body ~ ${SECRET})`)
    .limit(BATCH)
    .execute()
  for (const { id, ...bodies } of open) {
    await db
      .updateTable("mails")
      .set(seal({ mailSeal }, id, bodies))
      .where("id", "=", id)
      .where("sent_at", "is", null)
      .where("sealed", "is", null)
      .where("text_body", "=", bodies.text_body)
      .execute()
  }
}
