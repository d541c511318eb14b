import { forgetInAudit } from "~/domain/audit/audit-log.server"
import { anonymizeUses } from "~/domain/discounts/uses.server"
import { deleteMailsAbout } from "~/domain/mail/erase-mails.server"
import { forgetNoteAuthor } from "~/domain/orders/order-notes.server"
import { forgetPageAuthor } from "~/domain/pages/save-page.server"
import { forgetSettingsAuthor } from "~/domain/settings/change-settings.server"
import type { Tx } from "~/domain/shop"

/** Removes a person's name from everything but their account and purchases. */
export async function forgetPerson(tx: Tx, userId: string): Promise<void> {
  await forgetInAudit(tx, userId)
  await anonymizeUses(tx, userId)
  await deleteMailsAbout(tx, userId)
  await forgetNoteAuthor(tx, userId)
  await forgetPageAuthor(tx, userId)
  await forgetSettingsAuthor(tx, userId)
}
