import type { Identity } from "~/domain/shop"
import { TEXT_WIDTH, wrapText } from "~/domain/text/wrap-text"
import { mailLink } from "./mail-address"
import type { Mail } from "./mailer"

/** The kind of the mails that invite imported customers */
export const CUSTOMER_INVITATION = "customer-invitation"

export interface EmailContent {
  subject: string
  greeting: string
  paragraphs: Paragraph[]
  /** `path` is a path of this shop, here and in lines. */
  action?: { label: string; path: string }
  lines?: EmailLine[]
  afterwards?: Paragraph[]
}

/** The texts that the buyer agreed to, which follow a mail and are attached to it */
export interface AgreedText {
  text: string
  html: string
}

/** A list is one paragraph of several lines, such as an address. */
export type Paragraph = string | readonly string[]

export interface Email extends EmailContent {
  /** A name such as `welcome` or `order-shipped` */
  kind: string
  /** The digest of an agreed text, which follows the mail */
  agreedText?: string | null
}

interface EmailLine {
  label: string
  value: string
  strong?: boolean
  path?: string
  /** An address outside of the shop, such as a carrier's */
  url?: string
}

/** Links have the shop's configured origin, whatever host a request names. */
export function renderEmail(identity: Identity, content: EmailContent): Pick<Mail, "subject" | "text" | "html"> {
  return {
    subject: oneLine(content.subject),
    text: toText(identity, content),
    html: toHtml(identity, content),
  }
}

const RULE = "-".repeat(TEXT_WIDTH)

/** Returns the mail with the agreed text below it, and as a file. */
export function withAgreedText(
  { text, html }: Pick<Mail, "text" | "html">,
  agreed: AgreedText | null,
): Pick<Mail, "text" | "html" | "attachments"> {
  if (agreed === null) return { text, html }
  const below = `<div style="${SHEET};margin-top:40px;padding-top:16px;border-top:1px solid #99999955">\n${agreed.html}</div>`
  return {
    text: `${text}\n${RULE}\n\n${agreed.text}\n`,
    html: html.replace("</body>", () => `${below}\n</body>`),
    attachments: [{ name: "terms-as-agreed.txt", text: `${agreed.text}\n` }],
  }
}

/** Omits a name that looks like an advertisement, because anyone can register someone else's address. */
export function greeting(name: string): string {
  const first = oneLine(name).split(" ", 1)[0] ?? ""
  return first && first.length <= 30 && !/[/:@<>]|\.\w/.test(first) ? `Hello ${first},` : "Hello,"
}

function toText(
  identity: Identity,
  { greeting, paragraphs, action, lines = [], afterwards = [] }: EmailContent,
): string {
  const widest = Math.min(50, Math.max(0, ...lines.map(({ label }) => label.length)))
  const parts = [
    oneLine(greeting),
    ...paragraphs.map(asText),
    lines.map((line) => lineAsText(identity, line, widest)).join("\n"),
    action ? `${oneLine(action.label)}:\n${linkTo(identity, action.path)}` : "",
    ...afterwards.map(asText),
    `${identity.name}\n${identity.url}\n${identity.email}`,
  ]
  return `${parts.filter(Boolean).join("\n\n")}\n`
}

function lineAsText(identity: Identity, line: EmailLine, widest: number): string {
  const { label, value } = line
  const href = hrefOf(identity, line)
  if (href) return `${wrapText(oneLine(`${label} ${value}`))}\n  ${href}`
  const row = `${oneLine(label).padEnd(widest)}  ${oneLine(value)}`
  return row.length <= TEXT_WIDTH ? row : `${wrapText(oneLine(label))}\n${wrapText(oneLine(value), "  ")}`
}

function toHtml(
  identity: Identity,
  { subject, greeting, paragraphs, action, lines = [], afterwards = [] }: EmailContent,
) {
  const body = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    lines.length > 0
      ? `<table role="presentation" style="${TABLE}">${lines.map((line) => row(identity, line)).join("")}</table>`
      : "",
    action ? button(action.label, linkTo(identity, action.path)) : "",
    ...afterwards.map(paragraph),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY}">
<div style="${SHEET}">
<p style="${BRAND}">${escapeHtml(identity.name)}</p>
${body.filter(Boolean).join("\n")}
<p style="${FOOT}">${escapeHtml(identity.name)} · <a href="${escapeHtml(identity.url)}" style="color:inherit">${escapeHtml(identity.url)}</a> · <a href="${escapeHtml(mailLink(identity.email))}" style="color:inherit">${escapeHtml(identity.email)}</a></p>
</div>
</body>
</html>
`
}

const BODY = "margin:0;padding:24px 12px;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
// The older property is for clients that do not know the newer one.
const SHEET = "max-width:560px;margin:0 auto;overflow-wrap:anywhere;word-break:break-word"
const BRAND = "margin:0 0 32px;font:24px/1.2 Georgia,'Times New Roman',serif"
const PARAGRAPH = "margin:0 0 16px"
const TABLE = "width:100%;margin:8px 0 24px;border-collapse:collapse"
const CELL = "padding:8px 0;border-bottom:1px solid #99999955;vertical-align:top"
const BUTTON =
  "display:inline-block;max-width:100%;box-sizing:border-box;padding:12px 22px;border:1px solid #99999999;border-radius:6px;background:#24211d;color:#ffffff;text-decoration:none"
/** The width in characters; every amount of money is shorter, and stays on one line. */
const LONGEST_UNWRAPPED = 16
const FOOT = "margin:40px 0 0;padding-top:16px;border-top:1px solid #99999955;font-size:13px;opacity:.75"

function asText(paragraph: Paragraph): string {
  return linesOf(paragraph)
    .map((line) => wrapText(oneLine(line)))
    .join("\n")
}

function paragraph(text: Paragraph): string {
  return `<p style="${PARAGRAPH}">${linesOf(text).map(escapeHtml).join("<br>\n")}</p>`
}

const linesOf = (paragraph: Paragraph) => (typeof paragraph === "string" ? [paragraph] : paragraph)

function row(identity: Identity, line: EmailLine): string {
  const { label, value, strong } = line
  const href = hrefOf(identity, line)
  const weight = strong ? ";font-weight:600" : ""
  const words = escapeHtml(label)
  const wraps = value.length > LONGEST_UNWRAPPED ? "width:50%" : "white-space:nowrap"
  const name = href ? `<a href="${escapeHtml(href)}" style="color:inherit">${words}</a>` : words
  return `<tr><td style="${CELL}${weight}">${name}</td><td style="${CELL};padding-left:16px;text-align:right;${wraps}${weight}">${escapeHtml(value)}</td></tr>`
}

/** Repeats the address below the button, for clients that show no buttons. */
function button(label: string, href: string): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a></p>
<p style="${PARAGRAPH};font-size:13px;opacity:.75;word-break:break-all">${escapeHtml(href)}</p>`
}

function hrefOf(identity: Identity, { path, url }: EmailLine): string | undefined {
  return path ? linkTo(identity, path) : url
}

function linkTo({ url }: Identity, path: string): string {
  return `${url}${path.startsWith("/") ? path : `/${path}`}`
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim()
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

function escapeHtml(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
