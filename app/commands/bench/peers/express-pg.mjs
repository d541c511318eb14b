// @ts-check
// What somebody would write by hand for GET /api/v1/product: the same body from the same tables.
import express from "express"
import pg from "pg"
import { listen } from "./listen.mjs"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const shopUrl = process.env.SHOP_URL ?? ""

const newest = `
  select products.id, name, price, category, stock, rating, num_reviews, products.created_at, description, images
  from (select * from products where deleted_at is null order by created_at desc, id desc limit 12) products
  left join product_descriptions on product_descriptions.product_id = products.id
  left join lateral (
    select json_agg(json_build_object('id', pictures.id, 'key', pictures.key, 'widths', pictures.widths)
      order by position) as images
    from product_images join pictures on pictures.id = picture_id
    where product_images.product_id = products.id
  ) pictures on true
  order by products.created_at desc, products.id desc`

const app = express()
app.get("/api/v1/product", async (_request, response) => {
  const [rows, counted] = await Promise.all([
    pool.query(newest),
    pool.query("select count(*)::int as count from products where deleted_at is null"),
  ])
  const { count } = counted.rows[0]
  response.json({
    success: true,
    status: "success",
    products: rows.rows.map(productOf),
    productCount: count,
    resultPerPage: 12,
    filteredProductCount: count,
  })
})
listen(app)

/** @param {any} row */
function productOf(row) {
  return {
    _id: row.id,
    name: row.name,
    price: Number(row.price) / 100,
    desc: row.description ?? "",
    category: row.category,
    stock: row.stock,
    images: (row.images ?? []).map(imageOf),
    ratings: Number(row.rating),
    numReviews: row.num_reviews,
    createdAt: row.created_at.toISOString(),
  }
}

/** @param {{ id: string, key: string, widths: number[] }} picture */
function imageOf({ id, key, widths }) {
  return { _id: id, public_id: id, url: `${shopUrl}/media/${key}-${Math.max(...widths)}.jpg` }
}
