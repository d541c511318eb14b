import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { drawingOf } from "./drawings.server"
import { type DemoProduct, demoDrafts, demoProducts } from "./products"

/** Returns the picture's id. */
type Draw = (product: DemoProduct, view: number, colour: string | null) => Promise<string>

interface DrawnPictures {
  /** Ids in the order of the product's views */
  views: string[]
  /** Ids by colour, without that of the drawings */
  colours: Map<string, string>
}

/**
 * Draws the pictures of one demo product and assigns them to the product, its variants and its orders. Leaves a product
 * alone that has pictures, or is no longer there, so that a repeated job changes nothing.
 */
export async function drawDemoPictures(
  shop: Shop,
  { product: id, slug }: { product: string; slug: string },
  draw: Draw = async (product, view, colour) => (await renderDrawing(shop, await drawingOf(product, view, colour))).id,
): Promise<void> {
  const product = [...demoProducts, ...demoDrafts].find((one) => one.slug === slug)
  if (!product || !(await hasNoPictures(shop, id))) return
  const drawn = await drawAll(product, draw)
  await shop.transaction(async (tx) => {
    await tx.db.selectFrom("products").select("id").where("id", "=", id).forNoKeyUpdate().execute()
    if (!(await hasNoPictures(tx, id))) return
    const images = drawn.views.map((pictureId, view) => ({ pictureId, alt: product.alt[view] ?? "" }))
    await replaceProductImages(tx, id, images)
    await showColours(tx, id, product, drawn)
    await showInOrders(tx, id, drawn)
  })
}

async function hasNoPictures({ db }: Pick<Queryable, "db">, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("products")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("product_images").select("id").whereRef("product_id", "=", "products.id"))),
    )
    .executeTakeFirst()
  return found !== undefined
}

async function drawAll(product: DemoProduct, draw: Draw): Promise<DrawnPictures> {
  const colours = Object.keys(product.dye?.to ?? {}).filter((colour) => colour !== "")
  const views = Promise.all(Array.from({ length: product.views }, (_, view) => draw(product, view, null)))
  const dyed = Promise.all(colours.map(async (colour) => [colour, await draw(product, 0, colour)] as const))
  return { views: await views, colours: new Map(await dyed) }
}

/** A variant that staff have edited keeps its own picture. */
async function showColours(tx: Tx, id: string, { variants }: DemoProduct, { colours }: DrawnPictures): Promise<void> {
  for (const [colour, picture] of colours) {
    const titles = variants.filter((variant) => variant.colour === colour).map(({ title }) => title)
    if (titles.length === 0) continue
    await tx.db
      .updateTable("variants")
      .set({ picture_id: picture })
      .where("product_id", "=", id)
      .where("title", "in", titles)
      .where("picture_id", "is", null)
      .where("removed_at", "is", null)
      .execute()
  }
}

/** The demo's orders were placed before the pictures existed. */
async function showInOrders(tx: Tx, id: string, { views }: DrawnPictures): Promise<void> {
  await tx.db
    .updateTable("order_lines")
    .from("variants")
    .set(({ fn, ref, val }) => ({ picture_id: fn.coalesce(ref("variants.picture_id"), val(views[0] ?? null)) }))
    .whereRef("variants.id", "=", "order_lines.variant_id")
    .where("order_lines.product_id", "=", id)
    .where("order_lines.picture_id", "is", null)
    .execute()
}
