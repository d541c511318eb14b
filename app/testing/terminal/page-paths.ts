/** XPaths of what a person sees, by the beginning of its text */
const begins = (text: string) => `starts-with(normalize-space(), ${quoted(text)})`

export const labelPath = (text: string) => `(//label[${begins(text)}])[1]`

/** A checkbox in a table has no label beside its name. */
export const tickPath = (text: string) => `(//input[contains(@aria-label, ${quoted(text)})])[1]`

/** A button, or a link if no button has the text */
export function pressedPath(text: string): string {
  const own = `[${begins(text)} or @aria-label = ${quoted(text)}]`
  return `(//button${own} | //a${own}[not(//button${own})])[1]`
}

export function fieldPath(label: string, kinds: string): string {
  const own = `@id = //label[${begins(label)}]/@for or ancestor::label[${begins(label)}]`
  return `(//*[${kinds}][${own}])[1]`
}

export const filePath = (label: string) => fieldPath(label, "self::input[@type='file']")

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}
