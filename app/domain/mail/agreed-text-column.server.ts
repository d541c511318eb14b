import { sql } from "kysely"
import type { AgreedText } from "./email"

/** The text that follows a row of `mails`, or null */
export const agreedTextColumn = sql<AgreedText | null>`(
  select json_build_object('text', body_text, 'html', body_html) from agreed_texts
  where digest = mails.agreed_text_digest)`
