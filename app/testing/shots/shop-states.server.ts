import { drawDemoPictures } from "~/demo/draw-pictures.server"
import { fillShop } from "~/demo/fill-shop.server"
import { demoDrafts, demoProducts } from "~/demo/products"
import { requireMember, type Visitor } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import { furnishWithStressContent } from "../hostile/stress-content.server"
import { stressScreens } from "../hostile/stress-screens"
import { testAddress } from "../shop/buyers.server"
import { buy, shelve, signUpAdmin } from "../shop/test-orders.server"

/** The content of a shop in screenshots */
export interface ShopState {
  name: string
  /** Fills an empty shop; returns the viewer and the addresses of the screens. */
  furnish(shop: Shop): Promise<{ visitor: Visitor; paths: string[] }>
}

const lists = ["/", "/products", "/products/teapot", "/search", "/cart", "/account", "/orders"]
const adminLists = [
  "dashboard",
  "orders",
  "returns",
  "products",
  "categories",
  "options",
  "users",
  "reviews",
  "searches",
  "attention",
  "audit",
  "pages",
  "settings",
]
const screensOfLists = [...lists, ...adminLists.map((name) => `/admin/${name}`)]
const publicScreens = [
  "/",
  "/products",
  "/products/teapot?category=Kitchen",
  "/product/nothing",
  "/cart",
  "/login",
  "/register",
  "/password/forgot",
  "/about",
  "/contact",
  "/shipping-and-returns",
  "/imprint",
  "/withdraw",
  "/nowhere",
]

/** Empty, one of each record, the demo shop for visitors and administrators, and the longest content */
export const shopStates: ShopState[] = [
  {
    name: "empty",
    async furnish(shop) {
      return { visitor: await signUpAdmin(shop), paths: screensOfLists }
    },
  },
  {
    name: "one",
    async furnish(shop) {
      const admin = await signUpAdmin(shop)
      const product = await shelve(shop, admin)
      const shipping_info = JSON.stringify(testAddress)
      await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", admin.id).execute()
      const order = await buy(shop, requireMember(admin), product)
      return {
        visitor: admin,
        paths: [
          ...screensOfLists,
          `/product/${product}`,
          `/order/${order}`,
          `/order/${order}/withdraw`,
          `/admin/order/${order}`,
          "/admin/orders/pack",
          `/admin/orders/slips?id=${order}`,
          `/admin/orders/ship?id=${order}`,
        ],
      }
    },
  },
  {
    name: "anonymous",
    async furnish(shop) {
      await fillWithPictures(shop)
      const { id } = await shop.db.selectFrom("products").select("id").limit(1).executeTakeFirstOrThrow()
      return { visitor: null, paths: [...publicScreens, `/product/${id}`] }
    },
  },
  {
    name: "demo",
    async furnish(shop) {
      await fillWithPictures(shop)
      const admin = await signUpAdmin(shop)
      const { id } = await shop.db.selectFrom("orders").select("id").limit(1).executeTakeFirstOrThrow()
      return { visitor: admin, paths: [...screensOfLists, `/admin/order/${id}`] }
    },
  },
  {
    name: "worst",
    async furnish(shop) {
      const content = await furnishWithStressContent(shop)
      return { visitor: content.admin, paths: Object.values(stressScreens).flatMap((listOf) => listOf(content)) }
    },
  },
]

async function fillWithPictures(shop: Shop): Promise<void> {
  await fillShop(shop, () => {})
  const slugs = new Map([...demoProducts, ...demoDrafts].map(({ name, slug }) => [name, slug]))
  for (const { id, name } of await shop.db.selectFrom("products").select(["id", "name"]).execute()) {
    await drawDemoPictures(shop, { product: id, slug: slugs.get(name) ?? "" })
  }
}
