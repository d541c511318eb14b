import type { BodyLimits } from "./body-limits"
import { refuseUnstorable } from "./refuse-unstorable"

/** Whether a text is a picture where one may come so; only then it may be as long as a file. */
export function isPictureDataUrl(name: string, text: string, { pictureField }: BodyLimits): boolean {
  return (name === pictureField || name === `${pictureField}[]`) && text.startsWith("data:")
}

/**
 * A field's text, no longer than anybody could mean: the end of one that is longer is left out before anything is done
 * with it, and what stays is still too long for every field.
 * @throws ShopError `invalid`
 */
export function readFieldText(name: string, text: string, limits: BodyLimits): string {
  return refuseUnstorable(isPictureDataUrl(name, text, limits) ? text : truncate(text, limits.oneText), name)
}

/** Never between the two halves of a character. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
}
