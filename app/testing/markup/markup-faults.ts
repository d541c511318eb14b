import { closest, elementsIn, type HtmlElement, type HtmlNode, parseHtml, textIn } from "./html-tree"

/** Finds markup that some browser which supports forms gets wrong, as sentences. */
export function markupFaults(html: string): string[] {
  const all = elementsIn(parseHtml(html))
  const elements = all.filter((element) => !closest(element, "svg", "template"))
  return [
    ...elements.flatMap(faultsOfElement),
    // lynx takes it for the page's.
    ...all
      .filter((element) => element.tag === "title" && closest(element, "svg"))
      .map((title) => `is a drawing's title: ${textIn(title)}`),
    ...elements.filter(({ tag }) => tag === "form").flatMap(faultsOfForm),
    ...fieldsWithoutLabel(elements),
    ...repeatedMenus(elements),
    ...joinedWords(elements.find(({ tag }) => tag === "body")),
  ]
}

const fields = ["input", "select", "textarea"]
const controls = [...fields, "button"]

const isSubmit = ({ tag, attributes: { type } }: HtmlElement) =>
  tag === "button"
    ? type === undefined || type === "submit"
    : tag === "input" && (type === "submit" || type === "image")

function faultsOfElement(element: HtmlElement): string[] {
  const { tag, attributes } = element
  const faults: string[] = []
  const name = describe(element)
  const isControl = controls.includes(tag)
  const isNamedButton = isSubmit(element) && attributes.name
  const isAction = tag === "button" || tag === "summary" || (tag === "a" && attributes.href !== undefined)
  if (attributes.formaction !== undefined) faults.push(`has its own address: ${name}`)
  if (attributes.formmethod !== undefined) faults.push(`has its own method: ${name}`)
  if (isControl && (attributes.name || isSubmit(element)) && !closest(element, "form"))
    faults.push(`is outside of its form: ${name}`)
  if (isNamedButton && !attributes.value) faults.push(`has a name and no value: ${name}`)
  if (isNamedButton && !/^[A-Z]/.test(attributes.value || "A")) faults.push(`has a value that is no word: ${name}`)
  if (["checkbox", "radio"].includes(attributes.type ?? "") && attributes.name && attributes.value === undefined)
    faults.push(`is a box without a value: ${name}`)
  if (isAction && textIn(element).trim() === "") faults.push(`has no text: ${name}`)
  if (isSubmit(element) && isHidden(element)) faults.push(`is a hidden button: ${name}`)
  if (tag === "img" && attributes.src?.startsWith("data:")) faults.push(`is a picture in its address: ${name}`)
  if (tag === "input" && attributes.hidden !== undefined) faults.push(`is a hidden field: ${name}`)
  else if (attributes.hidden !== undefined && textIn(element).trim() !== "") faults.push(`is hidden text: ${name}`)
  if (tag === "template" || (tag === "dialog" && attributes.open === undefined))
    faults.push(`is shown as text: ${name}`)
  return faults
}

const isHidden = ({ attributes }: HtmlElement) =>
  attributes.hidden !== undefined ||
  attributes["aria-hidden"] === "true" ||
  (attributes.class ?? "").split(" ").includes("visually-hidden")

function faultsOfForm(form: HtmlElement): string[] {
  const inside = elementsIn(form).filter(({ tag }) => controls.includes(tag))
  const faults: string[] = []
  const isSent = (control: HtmlElement) =>
    control.attributes.name && !isSubmit(control) && control.attributes.type !== "checkbox"
  if (form.attributes.method?.toLowerCase() === "post") {
    if (!inside.some(isSent)) faults.push(`sends nothing beside its button: ${describe(form)}`)
    else if (inside[0]?.attributes.name !== "sent") faults.push(`does not begin with its token: ${describe(form)}`)
  }
  const radios = inside.filter(({ attributes }) => attributes.type === "radio")
  for (const name of new Set(radios.map(({ attributes }) => attributes.name ?? ""))) {
    const group = radios.filter(({ attributes }) => attributes.name === name)
    if (!group.some(({ attributes }) => attributes.checked !== undefined))
      faults.push(`has no first choice: ${name} in ${describe(form)}`)
  }
  return faults
}

/** A box stands beside its words, or in a row that names it. */
const unlabelled = ["hidden", "submit", "image", "checkbox", "radio"]

function fieldsWithoutLabel(elements: HtmlElement[]): string[] {
  const isField = ({ tag, attributes }: HtmlElement) =>
    fields.includes(tag) && !unlabelled.includes(attributes.type ?? "")
  const labels = elements.filter((element) => element.tag === "label" && textIn(element).trim() !== "")
  const labelled = new Set(labels.map(({ attributes }) => attributes.for))
  return elements
    .filter((field) => isField(field) && !labelled.has(field.attributes.id) && !closest(field, "label"))
    .map((field) => `has no label: ${describe(field)}`)
}

function repeatedMenus(elements: HtmlElement[]): string[] {
  const menus = elements.filter(({ tag }) => tag === "ul" || tag === "ol" || tag === "menu")
  const seen = new Set<string>()
  return menus.flatMap((menu) => {
    const links = elementsIn(menu).filter(({ tag }) => tag === "a")
    const key = links.map(({ attributes }) => attributes.href).join(" ")
    if (links.length < 2 || !seen.has(key)) {
      seen.add(key)
      return []
    }
    return [`is sent twice: ${describe(menu)}`]
  })
}

/**
 * Elements that begin and end a line, or a cell, without a stylesheet. To text browsers a section, a disclosure, a set
 * of fields and what else is newer than HTML 4 are inline, and lynx begins no line at a form.
 */
const blocks = new Set(
  `address blockquote body br caption center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol optgroup option p pre table
  tbody td tfoot th thead tr ul`.split(/\s+/),
)
const unread = new Set(["script", "style", "template", "wbr", "datalist", "noscript"])

/** Finds words that stand against each other only because the stylesheet keeps them apart; a drawing's words are read. */
function joinedWords(body: HtmlElement | undefined): string[] {
  const faults: string[] = []
  let before = ""
  let beforeParent: HtmlElement | null = null
  function read(words: string, parent: HtmlElement) {
    const isJoined = before !== "" && parent !== beforeParent && !/\s$/.test(before) && !/^\s/.test(words)
    if (isJoined && !/[([“‘/@#]$/.test(before) && !/^[.,;:!?)\]”’…%/]/.test(words))
      faults.push(`has joined words: “${before.slice(-30)}|${words.slice(0, 30)}” in ${describe(parent)}`)
    before = words
    beforeParent = parent
  }
  function walk(node: HtmlNode, parent: HtmlElement) {
    if (typeof node === "string") {
      if (node !== "") read(node, parent)
      return
    }
    // Some write the name of a picture without words.
    if (node.tag === "img") return read(node.attributes.alt || "[IMG]", node)
    if (fields.includes(node.tag) && node.attributes.type !== "hidden") return read("[ ]", node)
    const isBlock = blocks.has(node.tag)
    if (isBlock) before = ""
    if (!unread.has(node.tag)) for (const child of node.children) walk(child, node)
    if (isBlock) before = ""
  }
  if (body) for (const child of body.children) walk(child, body)
  return faults
}

function describe({ tag, attributes, parent, children }: HtmlElement): string {
  const shown = ["id", "class", "type", "name", "action", "href", "value", "aria-label"]
  const words = shown.flatMap((name) => (attributes[name] === undefined ? [] : [`${name}="${attributes[name]}"`]))
  const place = parent?.attributes.class ? ` in .${parent.attributes.class}` : ""
  return `<${[tag, ...words].join(" ")}>${textIn({ tag, attributes, parent, children }).trim().slice(0, 30)}${place}`
}
