import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { dye } from "./dye"
import type { DemoProduct } from "./products"

/** Drawings by slug; the view for the product grid comes first. */
type Drawings = Record<string, string[]>

let drawings: Promise<Drawings> | undefined

/** Returns an SVG of 1200 by 1200, in a colour of the product's dye; views count from 0. */
export async function drawingOf(
  product: Pick<DemoProduct, "drawing" | "dye">,
  view: number,
  colour: string | null = null,
): Promise<string> {
  drawings ??= readDrawings()
  const drawing = (await drawings)[product.drawing]?.[view]
  const cloth = product.dye?.to[colour ?? ""]
  if (!drawing) throw new RangeError(`${product.drawing} has no view ${view}`)
  if (colour !== null && !cloth) throw new RangeError(`${product.drawing} has no colour ${colour}`)
  return product.dye && cloth ? dye(drawing, product.dye, cloth) : drawing
}

/** The build inlines the Brotli-compressed JSON as a data URL. */
async function readDrawings(): Promise<Drawings> {
  const { default: archive } = await import("./drawings.json.br?url&inline")
  const compressed = Buffer.from(archive.slice(archive.indexOf(",") + 1), "base64")
  return JSON.parse((await promisify(brotliDecompress)(compressed)).toString())
}
