import type { MetaDescriptor } from "@remix-run/node"
import { absolutePictureUrl, type PictureView } from "~/domain/media/picture"
import { DEFAULT_CURRENCY } from "~/domain/money/format-money"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { trimEnd } from "~/domain/text/trim-end"

interface MetaArgs {
  matches: readonly { id: string; data?: unknown }[]
  location: { pathname: string }
}

export interface PageDescription {
  title: string
  description?: string
  /** The canonical path; by default the requested one */
  path?: string
  /** Whether search engines may list the page */
  indexed?: boolean
  picture?: MetaPicture | null
  kind?: "website" | "product"
  /** https://schema.org */
  structured?: readonly object[]
}

type MetaPicture = Pick<PictureView, "stem" | "widths" | "width" | "height"> & { alt?: string }

export function pageMeta(
  args: MetaArgs,
  { title, description, path, indexed = false, picture, kind = "website", structured = [] }: PageDescription,
): MetaDescriptor[] {
  const { shopName, origin } = shopOf(args.matches)
  const url = origin + (path ?? (trimEnd(args.location.pathname, "/") || "/"))
  const summary = description && cutAtWord(description, LONGEST_DESCRIPTION)
  return [
    { title: titleText(title, args.matches) },
    ...(summary ? [{ name: "description", content: summary }] : []),
    { tagName: "link", rel: "canonical", href: url },
    ...(indexed ? [] : [{ name: "robots", content: "noindex" }]),
    ...(indexed ? preview({ title, summary, url, shopName, kind, picture: sharedPicture(picture, origin) }) : []),
    ...(indexed ? structured.map((thing) => ({ "script:ld+json": thing as Record<string, never> })) : []),
  ]
}

export function titleText(text: string, matches: MetaArgs["matches"]): string {
  return `${cutAtWord(text, LONGEST_TITLE)} – ${shopOf(matches).shopName}`
}

/** The number of characters that search engines show */
const LONGEST_TITLE = 70
const LONGEST_DESCRIPTION = 160

interface ShopData {
  shopName: string
  origin: string
  currency: string
}

/** Unknown on some error pages */
export function shopOf(matches: MetaArgs["matches"]): ShopData {
  const root = matches.find((match) => match.id === "root")?.data as Partial<ShopData> | undefined
  return {
    shopName: root?.shopName ?? "Counter",
    origin: root?.origin ?? "",
    currency: root?.currency ?? DEFAULT_CURRENCY,
  }
}

interface SharedPicture {
  url: string
  width: number
  height: number
  alt: string
}

function sharedPicture(picture: MetaPicture | null | undefined, origin: string): SharedPicture {
  if (!picture) return { url: `${origin}/preview.png`, width: 1200, height: 630, alt: "" }
  const { width, height, alt = "" } = picture
  return { url: absolutePictureUrl(picture, origin), width, height, alt }
}

interface Preview extends Pick<ShopData, "shopName"> {
  title: string
  summary?: string
  url: string
  kind: string
  picture: SharedPicture
}

/** https://ogp.me */
function preview({ title, summary, url, shopName, kind, picture }: Preview): MetaDescriptor[] {
  const facts: [string, string | number | undefined][] = [
    ["og:type", kind],
    ["og:site_name", shopName],
    ["og:title", cutAtWord(title, LONGEST_TITLE)],
    ["og:description", summary],
    ["og:url", url],
    ["og:image", picture.url],
    ["og:image:width", picture.width],
    ["og:image:height", picture.height],
    ["og:image:alt", picture.alt],
  ]
  return [
    ...facts.flatMap(([property, content]) => (content ? [{ property, content: String(content) }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ]
}
