import { anonymizeAudit } from "~/domain/audit/audit-log.server"
import { deleteImportedData } from "~/domain/customers/origins.server"
import { anonymizeUses } from "~/domain/discounts/uses.server"
import { deleteMailsAbout } from "~/domain/mail/mail-people.server"
import { anonymizeNotifications } from "~/domain/mail/owner-notifications.server"
import { anonymizeNoteAuthor } from "~/domain/orders/order-notes.server"
import { anonymizePageAuthor } from "~/domain/pages/save-page.server"
import { anonymizeSettingsAuthor } from "~/domain/settings/change-settings.server"
import type { Tx } from "~/domain/shop"

/** Removes a person's name from everything except their account and purchases. */
export async function erasePerson(tx: Tx, userId: string): Promise<void> {
  await anonymizeAudit(tx, userId)
  await deleteImportedData(tx, userId)
  await anonymizeUses(tx, userId)
  await deleteMailsAbout(tx, userId)
  await anonymizeNotifications(tx, userId)
  await anonymizeNoteAuthor(tx, userId)
  await anonymizePageAuthor(tx, userId)
  await anonymizeSettingsAuthor(tx, userId)
}
