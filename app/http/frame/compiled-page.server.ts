import { FORM_TOKEN_LENGTH } from "~/http/forms/sent-token.server"
import { NO_TOKEN } from "~/ui/form/post-form"
import { type DeflatedPiece, deflatePiece, gzipMember, uncompressedPiece } from "./deflated-pieces.server"
import { escapeData } from "./page-data.server"
import { type SharedState, shareState } from "./page-state.server"
import type { PageTemplate } from "./page-template.server"
import { type RootData, renderFrame, renderToasts } from "./render-parts.server"
import type { sharedRoot } from "./root-data.server"

/** Contents whose length is the same in every response, in bytes */
const fixed = { nonce: 24, requestId: 16, formToken: FORM_TOKEN_LENGTH } as const
type Fixed = keyof typeof fixed
type Hole = Fixed | "account" | "toasts" | "personalData"

type Text = { text: string }
type Part = Text | { hole: Hole }

/** What is the same for all members, or for all visitors who are not signed in, with a message or without */
export interface PageFrame {
  isMember: boolean
  hasFormToken: boolean
  hasMessage: boolean
  shared: ReturnType<typeof sharedRoot>
}

export interface PageFilling {
  nonce: string
  requestId: string
  /** `null` in a frame without one */
  formToken: string | null
  account: DeflatedPiece
  root: Parameters<SharedState["rest"]>[0] & Pick<RootData, "toast">
}

/** A cached page whose shared parts were compressed once, together with the holes for personal parts */
export class CompiledPage {
  private constructor(
    private readonly pieces: readonly (DeflatedPiece | Hole)[],
    private readonly state: SharedState,
  ) {}

  /** @throws UnlistedValue */
  static async compile(template: PageTemplate, frame: PageFrame): Promise<CompiledPage> {
    const state = shareState({ root: { ...frame.shared, requestId: "" }, main: template.main.loaderData })
    return new CompiledPage(await compress(joined(partsOf(template, frame, state))), state)
  }

  /** Bytes */
  get size(): number {
    const bytes = this.pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? 0 : piece.bytes.length), 0)
    return bytes + OVERHEAD
  }

  /** Returns the page as one gzip member. */
  fill({ nonce, requestId, formToken, account, root }: PageFilling): Buffer {
    const noncePiece = uncompressedPiece(nonce)
    const tokenPiece = uncompressedPiece(formToken ?? "")
    const contents: Record<Hole, () => DeflatedPiece> = {
      nonce: () => noncePiece,
      requestId: () => uncompressedPiece(requestId),
      formToken: () => tokenPiece,
      account: () => account,
      toasts: () => uncompressedPiece(renderToasts(root.toast, formToken)),
      personalData: () => uncompressedPiece(escapeData(this.state.rest(root))),
    }
    return gzipMember(this.pieces.map((piece) => (typeof piece === "string" ? contents[piece]() : piece)))
  }
}

/** The estimated size in bytes of objects and of the state's keys */
const OVERHEAD = 2_000

function partsOf({ pieces }: PageTemplate, frame: PageFrame, state: SharedState): Part[] {
  const data: Part[] = [
    { text: escapeData(state.before) },
    { hole: "requestId" },
    { text: escapeData(state.after) },
    { hole: "personalData" },
  ]
  const texts = { ...renderFrame(frame.isMember), toasts: renderToasts(null, null) }
  return pieces.flatMap((piece, index): Part[] => {
    if (index % 2 === 0) return [{ text: piece }]
    if (piece === "data") return data
    if (piece === "form-token") return frame.hasFormToken ? [{ hole: "formToken" }] : [{ text: NO_TOKEN }]
    if (piece === "nonce" || piece === "account" || (piece === "toasts" && frame.hasMessage)) return [{ hole: piece }]
    return [{ text: texts[piece as keyof typeof texts] }]
  })
}

function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if ("text" in part && last && "text" in last) last.text += part.text
    else all.push({ ...part })
  }
  return all
}

/** No byte of UTF-8, so that compressed text never refers to a part that is replaced (RFC 3629, section 3) */
const REPLACED = 0xff

/** A piece may refer to the text before it as far as that has the same length in every response. */
async function compress(parts: readonly Part[]): Promise<(DeflatedPiece | Hole)[]> {
  let before = Buffer.alloc(0)
  const pieces: (DeflatedPiece | Hole)[] = []
  for (const part of parts) {
    if ("text" in part) {
      const text = Buffer.from(part.text)
      pieces.push(await deflatePiece(text, before))
      before = Buffer.concat([before, text])
    } else {
      pieces.push(part.hole)
      const length = part.hole in fixed ? fixed[part.hole as Fixed] : null
      before = length === null ? Buffer.alloc(0) : Buffer.concat([before, Buffer.alloc(length, REPLACED)])
    }
  }
  return pieces
}
