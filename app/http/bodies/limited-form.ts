import { tooLarge } from "~/domain/shop-error"
import { LONGEST_NAME } from "~/http/forms/field-path"
import type { BodyLimits } from "./body-limits"
import { isPictureDataUrl, readFieldText } from "./field-text"
import { refuseUnstorable } from "./refuse-unstorable"

/** The fields of a form so far, and how much of each limit they have used. @throws ShopError `tooLarge`, `invalid` */
export class LimitedForm {
  readonly data = new FormData()
  #fields = 0
  #files = 0
  #text = 0

  constructor(private readonly limits: BodyLimits) {}

  /** The name of the next field; null for one that no field has, which is left out before anything else is read. */
  nextField(sent: string | undefined): string | null {
    if (++this.#fields > this.limits.fields) throw tooLarge("This form has too many fields")
    return sent === undefined || sent.length > LONGEST_NAME ? null : refuseUnstorable(sent)
  }

  addText(name: string, text: string): void {
    this.#text += name.length + (isPictureDataUrl(name, text, this.limits) ? 0 : text.length)
    if (this.#text > this.limits.text) throw tooLarge("This form is too large")
    this.data.append(name, readFieldText(name, text, this.limits))
  }

  addFile(name: string, file: File): void {
    if (file.size > this.limits.file) throw fileTooLarge(this.limits, name)
    if (++this.#files > this.limits.files)
      throw tooLarge(`At most ${this.limits.files} files can be sent at once`, name)
    this.data.append(name, file)
  }
}

export function fileTooLarge(limits: BodyLimits, field?: string) {
  return tooLarge(`A file may have at most ${Math.floor(limits.file / 1024 / 1024)} MB`, field)
}
