import { closest, elementsIn, type HtmlElement, type HtmlNode, parseHtml, textIn } from "./html-tree"

/** Finds markup that some browser which supports forms gets wrong, as sentences. */
export function markupFaults(html: string): string[] {
  const elements = elementsIn(parseHtml(html)).filter((element) => !closest(element, "svg", "template"))
  return [
    ...elements.flatMap(faultsOfElement),
    ...elements.filter(({ tag }) => tag === "form").flatMap(faultsOfForm),
    ...repeatedMenus(elements),
    ...joinedWords(elements.find(({ tag }) => tag === "body")),
  ]
}

const controls = ["input", "select", "textarea", "button"]

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
  if (isAction && textIn(element).trim() === "") faults.push(`has no text: ${name}`)
  if (isSubmit(element) && isHidden(element)) faults.push(`is a hidden button: ${name}`)
  if (tag === "img" && attributes.src?.startsWith("data:")) faults.push(`is a picture in its address: ${name}`)
  if (tag === "input" && attributes.hidden !== undefined) faults.push(`is a hidden field: ${name}`)
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

/** Elements that begin and end a line, or a cell, without a stylesheet */
const blocks = new Set(
  `address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol optgroup option p pre search section select summary table
  tbody td textarea tfoot th thead tr ul`.split(/\s+/),
)
const unread = new Set(["script", "style", "svg", "template", "wbr", "select", "datalist", "textarea", "noscript"])

/** Finds words that stand against each other only because the stylesheet keeps them apart. */
function joinedWords(body: HtmlElement | undefined): string[] {
  const faults: string[] = []
  let before = ""
  let beforeParent: HtmlElement | null = null
  function walk(node: HtmlNode, parent: HtmlElement) {
    if (typeof node === "string") {
      if (node === "") return
      const isJoined = before !== "" && parent !== beforeParent && !/\s$/.test(before) && !/^\s/.test(node)
      if (isJoined && !/[([“‘/@#]$/.test(before) && !/^[.,;:!?)\]”’…%/]/.test(node))
        faults.push(`has joined words: “${before.slice(-30)}|${node.slice(0, 30)}” in ${describe(parent)}`)
      before = node
      beforeParent = parent
      return
    }
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
