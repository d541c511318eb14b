import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import type { DemoProduct } from "./products"

/** By slug; the view for the product grid comes first. */
type Drawings = Record<string, string[]>

let drawings: Promise<Drawings> | undefined

/** Returns an SVG of 1200 by 1200; views count from 0. */
export async function drawingOf(product: DemoProduct, view: number): Promise<string> {
  drawings ??= readDrawings()
  const drawing = (await drawings)[product.slug]?.[view]
  if (!drawing) throw new RangeError(`${product.slug} has no view ${view}`)
  return drawing
}

/** The build inlines the Brotli-compressed JSON as a data URL. */
async function readDrawings(): Promise<Drawings> {
  const { default: archive } = await import("./drawings.json.br?url&inline")
  const compressed = Buffer.from(archive.slice(archive.indexOf(",") + 1), "base64")
  return JSON.parse((await promisify(brotliDecompress)(compressed)).toString())
}
