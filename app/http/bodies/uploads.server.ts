import type { Upload } from "~/domain/media/store-picture.server"
import { invalid, tooLarge } from "~/domain/shop-error"
import type { Body } from "./body.server"
import { bodyLimits } from "./body-limits"
import { fileTooLarge } from "./limited-form"

/** Ignores the address of an existing picture. @throws ShopError `invalid`, `tooLarge` */
export function uploadsFrom(body: Body, field: string): Upload[] {
  const sent =
    body.kind === "form" ? [field, `${field}[]`].flatMap((name) => body.data.getAll(name)) : body.value[field]
  const uploads = (Array.isArray(sent) ? sent : [sent]).flatMap((value: unknown) => {
    if (value instanceof File) return [value]
    return typeof value === "string" ? uploadFromDataUrl(value.trim(), field) : []
  })
  if (uploads.length > bodyLimits.files) throw tooLarge(`At most ${bodyLimits.files} files can be sent at once`, field)
  return uploads
}

const ECHOED_URL = /^(https?:\/)?\//i
/** JavaScript clients send these if no picture was chosen. */
const NOTHING_CHOSEN = new Set(["", "undefined", "null"])
const DATA_URL = /^data:[^,]{0,200};base64,/i

function uploadFromDataUrl(text: string, field: string): Upload[] {
  if (NOTHING_CHOSEN.has(text) || ECHOED_URL.test(text)) return []
  const start = DATA_URL.exec(text)?.[0].length
  if (start === undefined) throw invalid("A picture must be a file or a base64 data URL", field)
  if (((text.length - start) * 3) / 4 > bodyLimits.file + 2) throw fileTooLarge(bodyLimits, field)
  return [Buffer.from(text.slice(start), "base64")]
}
