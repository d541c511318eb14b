import type { RecordedCall } from "./recording"

/** An administrator creates products. */
export const catalogueCalls: RecordedCall[] = [
  {
    actor: "admin",
    call: "POST /api/v1/login",
    json: { email: "{adminEmail}", password: "{password}" },
    expects: { success: true, user: { role: "admin", name: "*", avatar: { url: "*" } } },
    saves: { admin: "user._id" },
  },
  {
    actor: "admin",
    call: "POST /api/v1/admin/product/new",
    form: {
      name: "Stoneware Mug",
      price: "24.50",
      desc: "Thrown by hand.",
      category: "Kitchen",
      stock: "12",
      images: ["{png}", "{jpeg}"],
    },
    contentType: "application/json",
    status: 201,
    expects: { success: true, message: "Product created", product: { _id: "*", images: [{ url: "*" }, { url: "*" }] } },
    saves: { mug: "product._id", image: "product.images.0.url" },
  },
  {
    actor: "admin",
    call: "POST /api/v1/admin/product/new",
    form: { name: "Kettle", price: "60", desc: "Whistles.", category: "Kitchen", stock: "3", images: "{jpeg}" },
    contentType: "application/json",
    status: 201,
    expects: { success: true, product: { _id: "*", name: "Kettle" } },
    saves: { kettle: "product._id" },
  },
  {
    actor: "admin",
    call: "GET /api/v1/admin/allproducts",
    expects: { products: [{ _id: "{kettle}", name: "Kettle", stock: 3, price: 60 }, { _id: "{mug}" }] },
  },
  {
    actor: "admin",
    call: "GET /api/v1/product/{mug}",
    expects: { product: { _id: "{mug}", name: "Stoneware Mug", desc: "Thrown by hand.", category: "Kitchen" } },
  },
  {
    actor: "admin",
    call: "PUT /api/v1/admin/product/{mug}",
    form: { name: "Stoneware Mug", price: "24.5", desc: "Thrown by hand. Oat.", category: "Kitchen", stock: "20" },
    contentType: "application/json",
    expects: { success: true, product: { desc: "Thrown by hand. Oat.", stock: 20, images: [{ url: "{image}" }, {}] } },
  },
]

/** An administrator ships orders, moderates reviews and deletes records. */
export const orderCalls: RecordedCall[] = [
  {
    actor: "admin",
    call: "GET /api/v1/admin/orders",
    expects: { order: [{ _id: "{order}", orderStatus: "Processing", totalPrice: 171.85 }], totalAmount: 171.85 },
  },
  {
    actor: "admin",
    call: "GET /api/v1/order/{order}",
    expects: { order: { _id: "{order}", user: { _id: "{ada}" }, paymentInfo: { status: "succeeded" } } },
  },
  ...["Shipped", "Delivered"].map((status): RecordedCall => {
    return {
      actor: "admin",
      call: "PUT /api/v1/admin/order/{order}",
      form: { status },
      contentType: "application/json",
      expects: { success: true, message: "Order status updated" },
    }
  }),
  {
    actor: "admin",
    call: "PUT /api/v1/admin/order/{order}",
    form: { status: "Delivered" },
    contentType: "application/json",
    status: 400,
    expects: { success: false, message: "You have already delivered this order" },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/order/{order}",
    expects: { order: { orderStatus: "Delivered", deliveredAt: "*" } },
  },
  {
    actor: "admin",
    call: "GET /api/v1/reviews?id={mug}",
    expects: { reviews: [{ _id: "*", name: "Ada Lovelace", comment: "Keeps tea warm.", rating: 4.5 }] },
    saves: { review: "reviews.0._id" },
  },
  {
    actor: "admin",
    call: "DELETE /api/v1/reviews?id={review}&productId={mug}",
    expects: { success: true, message: "Review deleted" },
  },
  {
    actor: "admin",
    call: "GET /api/v1/product/{mug}",
    expects: { product: { ratings: 0, numReviews: 0, reviews: [] } },
  },
  {
    actor: "admin",
    call: "GET /api/v1/admin/users",
    expects: {
      users: [{ _id: "{ada}", email: "ada@shop.example", name: "Ada Lovelace", role: "user" }, { role: "admin" }],
    },
  },
  {
    actor: "admin",
    call: "GET /api/v1/admin/user/{ada}",
    expects: { user: { _id: "{ada}", name: "Ada Lovelace", email: "ada@shop.example", role: "user" } },
  },
  {
    actor: "admin",
    call: "PUT /api/v1/admin/user/{ada}",
    form: { name: "Ada King", email: "ada@shop.example", role: "user" },
    contentType: "application/json",
    expects: { success: true, message: "Profile has been updated" },
  },
  {
    actor: "admin",
    call: "DELETE /api/v1/admin/user/{ada}",
    expects: { success: true, message: "Profile has been deleted" },
  },
  { actor: "shopper", call: "GET /api/v1/me", status: 401, expects: { success: false, message: "*" } },
  { actor: "admin", call: "DELETE /api/v1/admin/order/{order}", expects: { success: true, message: "Order deleted" } },
  { actor: "admin", call: "DELETE /api/v1/admin/product/{mug}", expects: { success: true } },
  { actor: "admin", call: "GET /api/v1/admin/allproducts", expects: { products: [{ _id: "{kettle}", stock: 2 }] } },
  { actor: "admin", call: "GET /api/v1/logout", expects: { success: true, message: "Logged out" } },
  { actor: "admin", call: "GET /api/v1/me", status: 401, expects: { success: false } },
]
