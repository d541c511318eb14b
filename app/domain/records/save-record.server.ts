import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import type { AuditKind } from "~/domain/audit/audit"
import { findLastEditor } from "~/domain/audit/last-editor.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import type { Columns, Fields, Kept, RecordOf } from "./record"

interface Edit<F extends Fields> {
  /** Null for a new record */
  id: string | null
  typed: Kept<F> & { snapshot?: Record<string, string> | undefined }
  submit?: Submission
}

interface Room<F extends Fields, Row> {
  kind: "discount" | "role"
  /** Locks the record against other writers. @throws ShopError `notFound` */
  lock(tx: Tx, id: string): Promise<Row>
  /** @throws ShopError at the field that is wrong */
  assertAllowed(tx: Tx, after: Columns<F>, id: string | null): Promise<void>
  write(tx: Tx, id: string, columns: Columns<F>, isNew: boolean): Promise<unknown>
}

/** Locks, compares, checks, writes and emits, in this order. Returns the id. @throws StaleEdit */
export async function saveRecord<F extends Fields, Row extends Columns<F>>(
  shop: Shop,
  staff: Staff<"discounts.edit"> | Staff<"staff.appoint">,
  record: RecordOf<F>,
  { id, typed, submit = shop.transaction }: Edit<F>,
  { kind, lock, assertAllowed, write }: Room<F, Row>,
): Promise<string> {
  const saved = id ?? newObjectId(shop.now())
  await submit(async (tx) => {
    const days = daysOf(tx)
    const before = id === null ? null : record.valuesOf(await lock(tx, id))
    if (before) await assertNotStale(tx, kind, saved, typed.snapshot, record.textsOf(before, days))
    const after = record.columnsOf(typed, days)
    await assertAllowed(tx, after, id)
    await write(tx, saved, after, before === null)
    await emit(tx, before ? `${kind}.updated` : `${kind}.created`, {
      actor: staff,
      id: saved,
      ...(before && { before: record.auditOf(before, days) }),
      after: record.auditOf(record.valuesOf(after), days),
    })
  })
  return saved
}

/** @throws StaleEdit if the texts have changed since the form was opened; a form without a snapshot is not checked */
export async function assertNotStale(
  tx: Tx,
  kind: AuditKind,
  id: string,
  snapshot: Readonly<Record<string, string>> | undefined,
  current: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = snapshot ? compareFields(snapshot, current) : []
  if (fields.length > 0) throw new StaleEdit(kind, fields, await findLastEditor(tx, kind, id))
}
