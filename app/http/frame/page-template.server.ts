import { randomBytes } from "node:crypto"
import type { EntryContext } from "@remix-run/node"
import type { PersonalPart } from "~/ui/shell/personal"
import { escapeData, withPageData } from "./page-data.server"
import { personOf, type RootData, renderParts } from "./render-parts.server"

type Hole = PersonalPart | "data" | "nonce"

export interface PageTemplate {
  /** Texts and names of placeholders alternate. */
  readonly pieces: readonly string[]
  readonly main: MainPart
}

interface MainPart {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly loaderData: Readonly<Record<string, unknown>>
}

interface Rendering {
  render(nonce: string, placeholder: (part: PersonalPart) => string): string
  keepTemplate(template: PageTemplate): void
  nonce: string | undefined
  data: string
  remix: Pick<EntryContext["staticHandlerContext"], "loaderData" | "matches">
}

/** Placeholders contain a secret, so that no text of the shop can equal one. */
export function renderTemplate({ render, keepTemplate, nonce = "", data, remix }: Rendering): string {
  const secret = randomBytes(16).toString("hex")
  const placeholder = (hole: Hole) => `${secret}:${hole};`
  const html = withPageData(render(placeholder("nonce"), placeholder), placeholder("data"), placeholder("nonce"))
  const { root, ...loaderData } = remix.loaderData
  const main = { params: remix.matches.at(-1)?.params ?? {}, loaderData }
  const template = { pieces: html.split(`${secret}:`).flatMap(splitHole), main }
  keepTemplate(template)
  return fillTemplate(template, { root: root as RootData | undefined, nonce, data })
}

/** All pieces but the first begin with the name of a placeholder. */
function splitHole(piece: string, index: number): string[] {
  const end = piece.indexOf(";")
  return index === 0 ? [piece] : [piece.slice(0, end), piece.slice(end + 1)]
}

/** Returns the same bytes as rendering the page for this person. */
export function fillTemplate(
  { pieces }: PageTemplate,
  { root, nonce, data }: { root: RootData | undefined; nonce: string; data: string },
): string {
  const contents: Record<Hole, string> = { ...renderParts(personOf(root)), nonce, data: escapeData(data) }
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : contents[piece as Hole])).join("")
}
