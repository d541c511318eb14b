import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import type { DemoProduct } from "./products"

/** The views of every product, by its slug; the view for the product grid first. */
type Drawings = Record<string, string[]>

let drawings: Promise<Drawings> | undefined

/**
 * One picture of a product as a complete SVG document of 1200 by 1200; views count from 0. All drawings come from one
 * small archive, which is read when the first of them is asked for.
 */
export async function drawingOf(product: DemoProduct, view: number): Promise<string> {
  drawings ??= readDrawings()
  const drawing = (await drawings)[product.slug]?.[view]
  if (!drawing) throw new RangeError(`${product.slug} has no view ${view}`)
  return drawing
}

/** The archive is JSON under Brotli, which the build keeps as a data URL in a module of its own. */
async function readDrawings(): Promise<Drawings> {
  const { default: archive } = await import("./drawings.json.br?url&inline")
  const compressed = Buffer.from(archive.slice(archive.indexOf(",") + 1), "base64")
  return JSON.parse((await promisify(brotliDecompress)(compressed)).toString())
}
