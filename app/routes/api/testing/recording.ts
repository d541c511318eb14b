/** One call of the original browser client, as plain data. `{name}` stands for what an earlier answer was kept as. */
export interface Step {
  as: "shopper" | "keeper"
  call: string
  /** The client fills a `FormData`; a list is appended one by one. */
  form?: Record<string, string | string[]>
  /** The content type that the client asks for with it: how it goes over the wire depends on its HTTP library. */
  asks?: "application/json" | "multipart/form-data"
  /** A plain object, sent as JSON. */
  json?: object
  /** 200 unless told otherwise. */
  status?: number
  /** What the client reads of the answer; `*` is anything that is there. */
  reads: Record<string, unknown>
  /** What it uses later, by its path in the answer. */
  keeps?: Record<string, string>
}

const shippingInfo = {
  address: "1 Main Street",
  suburb: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "06270",
  phoneNo: "0175550123",
}

const seenProduct = { _id: "*", name: "*", price: "*", ratings: "*", numReviews: "*", stock: "*", images: "*" }

/** The back office fills the shelves. */
export const stocking: Step[] = [
  {
    as: "keeper",
    call: "POST /api/v1/login",
    json: { email: "{keeperEmail}", password: "{password}" },
    reads: { success: true, user: { role: "admin", name: "*", avatar: { url: "*" } } },
    keeps: { keeper: "user._id" },
  },
  {
    as: "keeper",
    call: "POST /api/v1/admin/product/new",
    form: {
      name: "Stoneware Mug",
      price: "24.50",
      desc: "Thrown by hand.",
      category: "Kitchen",
      stock: "12",
      images: ["{png}", "{jpeg}"],
    },
    asks: "application/json",
    status: 201,
    reads: { success: true, message: "Product created", product: { _id: "*", images: [{ url: "*" }, { url: "*" }] } },
    keeps: { mug: "product._id", image: "product.images.0.url" },
  },
  {
    as: "keeper",
    call: "POST /api/v1/admin/product/new",
    form: { name: "Kettle", price: "60", desc: "Whistles.", category: "Kitchen", stock: "3", images: "{jpeg}" },
    asks: "application/json",
    status: 201,
    reads: { success: true, product: { _id: "*", name: "Kettle" } },
    keeps: { kettle: "product._id" },
  },
  {
    as: "keeper",
    call: "GET /api/v1/admin/allproducts",
    reads: { products: [{ _id: "{kettle}", name: "Kettle", stock: 3, price: 60 }, { _id: "{mug}" }] },
  },
  {
    as: "keeper",
    call: "GET /api/v1/product/{mug}",
    reads: { product: { _id: "{mug}", name: "Stoneware Mug", desc: "Thrown by hand.", category: "Kitchen" } },
  },
  {
    as: "keeper",
    call: "PUT /api/v1/admin/product/{mug}",
    form: { name: "Stoneware Mug", price: "24.5", desc: "Thrown by hand. Oat.", category: "Kitchen", stock: "20" },
    asks: "application/json",
    reads: { success: true, product: { desc: "Thrown by hand. Oat.", stock: 20, images: [{ url: "{image}" }, {}] } },
  },
]

/** A visitor looks around, registers, buys, and says what they think. */
export const shopping: Step[] = [
  { as: "shopper", call: "GET /api/v1/stripekey", reads: { stripeKey: "*" } },
  {
    as: "shopper",
    call: "GET /api/v1/me",
    status: 401,
    reads: { success: false, message: "Please login to access this resource" },
  },
  {
    as: "shopper",
    call: "GET /api/v1/product?keyword=&page=1&price[gte]=0&price[lte]=25000&ratings[gte]=0",
    reads: { products: [seenProduct, seenProduct], productCount: 2, resultPerPage: 12, filteredProductCount: 2 },
  },
  {
    as: "shopper",
    call: "GET /api/v1/product?keyword=mug&page=1&price[gte]=0&price[lte]=100&ratings[gte]=0&category=Kitchen",
    reads: { products: [{ _id: "{mug}" }], productCount: 2, filteredProductCount: 1 },
  },
  { as: "shopper", call: "GET /api/v1/product/{mug}", reads: { product: { ...seenProduct, reviews: [] } } },
  {
    as: "shopper",
    call: "POST /api/v1/register",
    form: { name: "Ada Lovelace", email: "ada@shop.example", password: "{password}", avatar: "{jpeg}" },
    asks: "multipart/form-data",
    status: 201,
    reads: { success: true, user: { name: "Ada Lovelace", role: "user", avatar: { url: "*" }, createdAt: "*" } },
    keeps: { ada: "user._id", avatar: "user.avatar.url" },
  },
  { as: "shopper", call: "GET /api/v1/logout", reads: { success: true, message: "Logged out" } },
  {
    as: "shopper",
    call: "POST /api/v1/login",
    json: { email: "ada@shop.example", password: "not it" },
    status: 401,
    reads: { success: false, message: "Invalid email or password" },
  },
  {
    as: "shopper",
    call: "POST /api/v1/login",
    json: { email: "ada@shop.example", password: "{password}" },
    reads: { user: { _id: "{ada}" } },
  },
  {
    as: "shopper",
    call: "PUT /api/v1/me/update",
    form: { name: "Ada King", email: "ada@shop.example", avatar: "undefined" },
    asks: "multipart/form-data",
    reads: { success: true, status: "success", user: { name: "Ada King", avatar: { url: "{avatar}" } } },
  },
  {
    as: "shopper",
    call: "PUT /api/v1/me/update",
    form: { name: "Ada Lovelace", email: "ada@shop.example", avatar: "{png}" },
    asks: "multipart/form-data",
    reads: { success: true, user: { avatar: { url: "*" } } },
  },
  {
    as: "shopper",
    call: "PUT /api/v1/password/update",
    form: { oldPassword: "{password}", newPassword: "{otherPassword}", confirmPassword: "{otherPassword}" },
    asks: "application/json",
    reads: { success: true, status: "success" },
  },
  {
    as: "shopper",
    call: "POST /api/v1/payment/process",
    json: { amount: 17185 },
    reads: { success: true, client_secret: "*" },
    keeps: { secret: "client_secret" },
  },
  {
    as: "shopper",
    call: "POST /api/v1/sandbox/confirm",
    json: {
      client_secret: "{secret}",
      card: { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" },
    },
    reads: { id: "*", status: "succeeded" },
    keeps: { intent: "id" },
  },
  {
    as: "shopper",
    call: "POST /api/v1/order/new",
    json: {
      shippingInfo,
      orderedItems: [
        { product: "{mug}", name: "Stoneware Mug", price: 24.5, image: "{image}", stock: 20, quantity: 3 },
        { product: "{kettle}", name: "Kettle", price: 60, image: "", stock: 3, quantity: 1 },
      ],
      itemPrice: 133.5,
      taxPrice: 13.350000000000001,
      shippingPrice: 25,
      totalPrice: 171.85,
      paymentInfo: { id: "{intent}", status: "succeeded" },
    },
    status: 201,
    reads: { success: true, order: { _id: "*", orderStatus: "Processing" } },
    keeps: { order: "order._id" },
  },
  {
    as: "shopper",
    call: "GET /api/v1/my/order",
    reads: { order: [{ _id: "{order}", orderStatus: "Processing", totalPrice: 171.85, orderedItems: [{}, {}] }] },
  },
  {
    as: "shopper",
    call: "GET /api/v1/order/{order}",
    reads: {
      order: {
        user: { name: "Ada Lovelace" },
        shippingInfo: { ...shippingInfo, city: "Springfield" },
        orderedItems: [
          { product: "{mug}", name: "Stoneware Mug", price: 24.5, quantity: 3, image: "{image}" },
          { product: "{kettle}", name: "Kettle", price: 60, quantity: 1, image: "*" },
        ],
        paymentInfo: { id: "{intent}", status: "succeeded" },
        itemPrice: 133.5,
        taxPrice: 13.35,
        shippingPrice: 25,
        totalPrice: 171.85,
      },
    },
  },
  {
    as: "shopper",
    call: "PUT /api/v1/product/review",
    form: { rating: "4.5", comment: "Keeps tea warm.", productId: "{mug}" },
    asks: "application/json",
    reads: { success: true },
  },
  {
    as: "shopper",
    call: "GET /api/v1/product/{mug}",
    reads: {
      product: {
        stock: 17,
        ratings: 4.5,
        numReviews: 1,
        reviews: [{ name: "Ada Lovelace", comment: "Keeps tea warm." }],
      },
    },
  },
  {
    as: "shopper",
    call: "POST /api/v1/forgot/password",
    form: { email: "ada@shop.example" },
    asks: "application/json",
    reads: { success: true, message: "Email sent to ada@shop.example" },
  },
]

/** With `{token}` from the mail. */
export const recovering: Step[] = [
  {
    as: "shopper",
    call: "PUT /api/v1/reset/password/{token}",
    form: { password: "{password}", confirmPassword: "{password}" },
    asks: "application/json",
    reads: { success: true, status: "success" },
  },
  { as: "shopper", call: "GET /api/v1/me", reads: { user: { _id: "{ada}", email: "ada@shop.example" } } },
]

/** The back office ships, moderates and tidies up. */
export const keeping: Step[] = [
  {
    as: "keeper",
    call: "GET /api/v1/admin/orders",
    reads: { order: [{ _id: "{order}", orderStatus: "Processing", totalPrice: 171.85 }], totalAmount: 171.85 },
  },
  {
    as: "keeper",
    call: "GET /api/v1/order/{order}",
    reads: { order: { _id: "{order}", user: { _id: "{ada}" }, paymentInfo: { status: "succeeded" } } },
  },
  ...["Shipped", "Delivered"].map((status): Step => {
    return {
      as: "keeper",
      call: "PUT /api/v1/admin/order/{order}",
      form: { status },
      asks: "application/json",
      reads: { success: true, message: "Order status updated" },
    }
  }),
  {
    as: "keeper",
    call: "PUT /api/v1/admin/order/{order}",
    form: { status: "Delivered" },
    asks: "application/json",
    status: 400,
    reads: { success: false, message: "You have already delivered this order" },
  },
  {
    as: "shopper",
    call: "GET /api/v1/order/{order}",
    reads: { order: { orderStatus: "Delivered", deliveredAt: "*" } },
  },
  {
    as: "keeper",
    call: "GET /api/v1/reviews?id={mug}",
    reads: { reviews: [{ _id: "*", name: "Ada Lovelace", comment: "Keeps tea warm.", rating: 4.5 }] },
    keeps: { review: "reviews.0._id" },
  },
  {
    as: "keeper",
    call: "DELETE /api/v1/reviews?id={review}&productId={mug}",
    reads: { success: true, message: "Review deleted" },
  },
  { as: "keeper", call: "GET /api/v1/product/{mug}", reads: { product: { ratings: 0, numReviews: 0, reviews: [] } } },
  {
    as: "keeper",
    call: "GET /api/v1/admin/users",
    reads: {
      users: [{ _id: "{ada}", email: "ada@shop.example", name: "Ada Lovelace", role: "user" }, { role: "admin" }],
    },
  },
  {
    as: "keeper",
    call: "GET /api/v1/admin/user/{ada}",
    reads: { user: { _id: "{ada}", name: "Ada Lovelace", email: "ada@shop.example", role: "user" } },
  },
  {
    as: "keeper",
    call: "PUT /api/v1/admin/user/{ada}",
    form: { name: "Ada King", email: "ada@shop.example", role: "user" },
    asks: "application/json",
    reads: { success: true, message: "Profile has been updated" },
  },
  {
    as: "keeper",
    call: "DELETE /api/v1/admin/user/{ada}",
    reads: { success: true, message: "Profile has been deleted" },
  },
  { as: "shopper", call: "GET /api/v1/me", status: 401, reads: { success: false, message: "*" } },
  { as: "keeper", call: "DELETE /api/v1/admin/order/{order}", reads: { success: true, message: "Order deleted" } },
  { as: "keeper", call: "DELETE /api/v1/admin/product/{mug}", reads: { success: true } },
  { as: "keeper", call: "GET /api/v1/admin/allproducts", reads: { products: [{ _id: "{kettle}", stock: 2 }] } },
  { as: "keeper", call: "GET /api/v1/logout", reads: { success: true, message: "Logged out" } },
  { as: "keeper", call: "GET /api/v1/me", status: 401, reads: { success: false } },
]
