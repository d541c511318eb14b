import { invalid } from "~/domain/shop-error"
import { MAX_PIXELS } from "./picture-limits"

export type PictureType = "jpeg" | "png" | "webp" | "gif" | "avif"

const SUPPORTED_HINT = "please choose a JPEG, PNG, WebP, GIF or AVIF picture"

export const HEADER_BYTES = 4096

/** @throws ShopError `invalid` with the detected type, or with a second format hidden in the file */
export function detectPictureType(bytes: Uint8Array): PictureType {
  const type = detectTypeOfHeader(bytes)
  const embedded = findEmbeddedContent(asBuffer(bytes))
  if (embedded) throw invalid(`This picture also contains ${embedded}; ${SUPPORTED_HINT} without anything hidden in it`)
  return type
}

/** @throws ShopError `invalid` with the detected type, or if a PNG declares too many pixels */
export function detectTypeOfHeader(bytes: Uint8Array): PictureType {
  if (bytes.length === 0) throw invalid(`This file is empty; ${SUPPORTED_HINT}`)
  const content = asBuffer(bytes)
  const type = typeOf(content)
  if (!type) throw invalid(`${describeUnsupported(content)}; ${SUPPORTED_HINT}`)
  if (type === "png" && content.length >= 24) assertPixelLimit(content.readUInt32BE(16), content.readUInt32BE(20))
  return type
}

/** @throws ShopError `invalid` above 50 megapixels */
export function assertPixelLimit(width: number, height: number): void {
  if (width * height <= MAX_PIXELS) return
  const megapixels = Math.ceil((width * height) / 1_000_000)
  throw invalid(
    `This picture has ${megapixels} megapixels; at most ${Math.floor(MAX_PIXELS / 1_000_000)} can be uploaded`,
  )
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function typeOf(content: Buffer): PictureType | null {
  const text = (start: number, end: number) => content.toString("latin1", start, end)
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif"
  return brandsOf(content).some((brand) => brand === "avif" || brand === "avis") ? "avif" : null
}

function brandsOf(content: Buffer): string[] {
  if (content.length < 16 || content.toString("latin1", 4, 8) !== "ftyp") return []
  const end = Math.min(content.readUInt32BE(0), content.length, 256)
  const brands = [content.toString("latin1", 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(content.toString("latin1", at, at + 4))
  return brands
}

function describeUnsupported(content: Buffer): string {
  const start = content.toString("latin1", 0, HEADER_BYTES)
  if (/<svg[\s>]/i.test(start)) return "SVG drawings cannot be uploaded"
  if (/<(!doctype|html|head|body|script)[\s>]/i.test(start)) return "This file is a web page, not a picture"
  if (brandsOf(content).some((brand) => /^(hei[cmsx]|hev[cx]|mif1)$/.test(brand))) {
    return "HEIC photos are not supported"
  }
  return "Files of this type are not supported"
}

const MARKUP = /<(?:script|html|head|body|iframe|svg)[\s>]|<!doctype\s|<\?php/i
/** Bytes of overlap, more than any match of `MARKUP` has */
const MARKUP_OVERLAP = 16
const MARKUP_WINDOW = 64 * 1024
const ZIP_DIRECTORY = Buffer.from("PK\x05\x06", "latin1")
const ZIP_TAIL = 22 + 65_535

/** Detects a second format in the same bytes, as in polyglots. */
function findEmbeddedContent(content: Buffer): string | null {
  if (containsMarkup(content)) return "a web page or a program"
  if (content.includes("%PDF-")) return "a PDF document"
  if (content.subarray(-ZIP_TAIL).includes(ZIP_DIRECTORY)) return "a ZIP archive"
  return null
}

/** Searches in parts, because the text of a whole photograph would be a second copy of it. */
function containsMarkup(content: Buffer): boolean {
  for (let at = 0; at < content.length; at += MARKUP_WINDOW) {
    if (MARKUP.test(content.toString("latin1", at, at + MARKUP_WINDOW + MARKUP_OVERLAP))) return true
  }
  return false
}
