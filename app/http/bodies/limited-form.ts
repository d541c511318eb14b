import { invalid, ShopError, tooLarge } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { withPlainBreaks } from "~/domain/text/text-lines"
import type { BodyLimits } from "./body-limits"
import { LONGEST_NAME } from "./field-names"

interface FilePart {
  filename?: string
  mediaType?: string
}

/** Counts the contents of the form. @throws ShopError `tooLarge`, `invalid` */
export class LimitedForm {
  readonly data = new FormData()
  #fields = 0
  #files = 0
  #text = 0

  constructor(private readonly limits: BodyLimits) {}

  nextField(sent: string | undefined): string | null {
    if (++this.#fields > this.limits.fields) throw tooLarge("This form has too many fields")
    return sent === undefined || sent.length > LONGEST_NAME ? null : refuseUnstorable(sent)
  }

  /** A line break counts as one character, as in the browser. */
  addText(name: string, sent: string): void {
    const text = withPlainBreaks(sent)
    this.#text += name.length + (isPictureDataUrl(name, text, this.limits) ? 0 : text.length)
    if (this.#text > this.limits.text) throw tooLarge("This form is too large: please shorten its texts")
    this.data.append(name, readFieldText(name, text, this.limits))
  }

  /** Browsers send a part without name and contents where no file was chosen. */
  addFile(name: string, { filename = "", mediaType = "" }: FilePart, contents: BlobPart[]): void {
    const file = new File(contents, filename, { type: mediaType })
    if (file.size === 0 && filename === "") return
    if (file.size > this.limits.file) throw fileTooLarge(this.limits, name)
    if (++this.#files > this.limits.files)
      throw tooLarge(`At most ${this.limits.files} files can be sent at once`, name)
    this.data.append(name, file)
  }
}

export function fileTooLarge(limits: BodyLimits, field?: string) {
  return tooLarge(`A file may have at most ${Math.floor(limits.file / 1024 / 1024)} MB`, field)
}

function isPictureDataUrl(name: string, text: string, { pictureField }: BodyLimits): boolean {
  return (name === pictureField || name === `${pictureField}[]`) && text.startsWith("data:")
}

export function readFieldText(name: string, text: string, limits: BodyLimits): string {
  return refuseUnstorable(isPictureDataUrl(name, text, limits) ? text : cut(text, limits.oneText), name)
}

/** PostgreSQL can store neither NUL nor lone surrogates. @throws ShopError `invalid` */
export function refuseUnstorable(text: string, field?: string): string {
  if (text.includes("\0") || !text.isWellFormed())
    throw invalid("This text contains a character that cannot be stored", field)
  return text
}

/** A refusal with the fields that were read before it */
export class PartialFormError extends ShopError {
  constructor(
    { kind, message, field, retryAfter }: ShopError,
    readonly partialData: FormData,
  ) {
    super(kind, message, { field, retryAfter })
  }
}
