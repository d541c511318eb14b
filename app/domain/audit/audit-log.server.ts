import { sql } from "kysely"
import { ERASED_NAME } from "~/domain/erased-name"
import type { AuditRow, RequestOrigin, Tx } from "~/domain/shop"
import { type AuditActor, type AuditedEvent, type AuditKind, auditedEvents, unnamedActors } from "./audit"

interface AuditChange {
  /** Of the subject, by default the event's */
  kind?: AuditKind
  before?: object | null
  after?: object | null
  /** These fields are erased with the account of the person. */
  personal?: { of: string; fields: readonly string[] }
}

const LONGEST_ADDRESS = 60

/** Must run in the same transaction as the change. */
export async function recordAudit(
  tx: Tx,
  actor: AuditActor,
  event: AuditedEvent,
  subjectId: string,
  { kind = auditedEvents[event].kind, before, after, personal }: AuditChange = {},
): Promise<void> {
  const [impersonalBefore, personalBefore] = divide(before, personal?.fields)
  const [impersonalAfter, personalAfter] = divide(after, personal?.fields)
  const origin = originOf(tx, actor)
  const row: AuditRow = {
    at: tx.now(),
    actor_id: actor.id,
    actor_name: actor.name,
    action: event,
    subject_kind: kind,
    subject_id: subjectId,
    before: impersonalBefore,
    after: impersonalAfter,
    person_id: personal?.of ?? null,
    personal_before: personalBefore,
    personal_after: personalAfter,
    address: origin?.address?.slice(0, LONGEST_ADDRESS),
    session_id: origin?.sessionId,
    request_id: origin?.requestId,
  }
  if (tx.auditRows) tx.auditRows.push(row)
  else await writeRows(tx, [row])
}

/** Collects the entries of a transaction's events, for one statement that writes them. */
export function batchAudit(tx: Tx): { tx: Tx; write(): Promise<void> } {
  const auditRows: AuditRow[] = []
  return {
    tx: { ...tx, auditRows },
    write: async () => {
      if (auditRows.length > 0) await writeRows(tx, auditRows)
    },
  }
}

async function writeRows({ db }: Tx, rows: readonly AuditRow[]): Promise<void> {
  await db.insertInto("audit_log").values(rows).execute()
}

/** Customers have no origin here; the shop may also act in their requests. */
function originOf({ origin }: Tx, { id, name }: AuditActor): RequestOrigin | undefined {
  return id !== null || name === unnamedActors.unknown ? origin : undefined
}

function divide(facts: object | null | undefined, fields: readonly string[] = []): [string | null, string | null] {
  if (!facts) return [null, null]
  const entries = Object.entries(facts)
  const [impersonal, personal] = [false, true].map((isPersonal) =>
    entries.filter(([field]) => fields.includes(field) === isPersonal),
  )
  const toJson = (some: typeof entries = []) => JSON.stringify(Object.fromEntries(some))
  return [toJson(impersonal), personal?.length ? toJson(personal) : null]
}

/** The actor of commands, which run without an account */
export const OPERATOR = unnamedActors.operator

/**
 * Erases a person as the actor and as the subject of entries, and the origin of their actions and of attempts on their
 * account.
 */
export async function anonymizeAudit({ db }: Tx, userId: string): Promise<void> {
  await db
    .updateTable("audit_log")
    .set({ person_id: null, personal_before: null, personal_after: null })
    .where((entry) =>
      entry.or([entry("person_id", "=", userId), entry("person_id", "in", invitationsAcceptedBy(db, userId))]),
    )
    .execute()
  await db
    .updateTable("audit_log")
    .set({ actor_name: ERASED_NAME, address: null, session_id: null })
    .where("actor_id", "=", userId)
    .where("actor_name", "<>", OPERATOR)
    .execute()
  await db
    .updateTable("audit_log")
    .set({ address: null, session_id: null })
    .where("subject_kind", "=", "access")
    .where("subject_id", "=", userId)
    .where("actor_id", "is", null)
    .execute()
}

const joined = "staff.joined" satisfies AuditedEvent

function invitationsAcceptedBy(db: Tx["db"], userId: string) {
  return db
    .selectFrom("audit_log as joined")
    .select(sql<string>`joined.after ->> 'invitation'`.as("id"))
    .where("joined.subject_kind", "=", "user")
    .where("joined.subject_id", "=", userId)
    .where("joined.action", "in", [joined, auditedEvents[joined].formerly])
}
