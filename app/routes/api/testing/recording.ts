/** A call of the original browser client as data; `{name}` is replaced by a value kept from an earlier response. */
export interface RecordedCall {
  actor: "shopper" | "admin"
  call: string
  /** Fields of a `FormData`; a list is appended item by item. */
  form?: Record<string, string | string[]>
  /** Content type that the client requests; its HTTP library decides the encoding. */
  contentType?: "application/json" | "multipart/form-data"
  /** A body that is sent as JSON */
  json?: object
  /** The status, 200 by default */
  status?: number
  /** Fields that the client reads from the response; `*` matches any value. */
  expects: Record<string, unknown>
  /** Values kept for later calls, by their path in the response */
  saves?: Record<string, string>
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

/** A visitor browses, registers, buys and reviews. */
export const shopperCalls: RecordedCall[] = [
  { actor: "shopper", call: "GET /api/v1/stripekey", expects: { stripeKey: "*" } },
  {
    actor: "shopper",
    call: "GET /api/v1/me",
    status: 401,
    expects: { success: false, message: "Please login to access this resource" },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/product?keyword=&page=1&price[gte]=0&price[lte]=25000&ratings[gte]=0",
    expects: { products: [seenProduct, seenProduct], productCount: 2, resultPerPage: 12, filteredProductCount: 2 },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/product?keyword=mug&page=1&price[gte]=0&price[lte]=100&ratings[gte]=0&category=Kitchen",
    expects: { products: [{ _id: "{mug}" }], productCount: 2, filteredProductCount: 1 },
  },
  { actor: "shopper", call: "GET /api/v1/product/{mug}", expects: { product: { ...seenProduct, reviews: [] } } },
  {
    actor: "shopper",
    call: "POST /api/v1/register",
    form: { name: "Ada Lovelace", email: "ada@shop.example", password: "{password}", avatar: "{jpeg}" },
    contentType: "multipart/form-data",
    status: 201,
    expects: { success: true, user: { name: "Ada Lovelace", role: "user", avatar: { url: "*" }, createdAt: "*" } },
    saves: { ada: "user._id", avatar: "user.avatar.url" },
  },
  { actor: "shopper", call: "GET /api/v1/logout", expects: { success: true, message: "Logged out" } },
  {
    actor: "shopper",
    call: "POST /api/v1/login",
    json: { email: "ada@shop.example", password: "not it" },
    status: 401,
    expects: { success: false, message: "Invalid email or password" },
  },
  {
    actor: "shopper",
    call: "POST /api/v1/login",
    json: { email: "ada@shop.example", password: "{password}" },
    expects: { user: { _id: "{ada}" } },
  },
  {
    actor: "shopper",
    call: "PUT /api/v1/me/update",
    form: { name: "Ada King", email: "ada@shop.example", avatar: "undefined" },
    contentType: "multipart/form-data",
    expects: { success: true, status: "success", user: { name: "Ada King", avatar: { url: "{avatar}" } } },
  },
  {
    actor: "shopper",
    call: "PUT /api/v1/me/update",
    form: { name: "Ada Lovelace", email: "ada@shop.example", avatar: "{png}" },
    contentType: "multipart/form-data",
    expects: { success: true, user: { avatar: { url: "*" } } },
  },
  {
    actor: "shopper",
    call: "PUT /api/v1/password/update",
    form: { oldPassword: "{password}", newPassword: "{otherPassword}", confirmPassword: "{otherPassword}" },
    contentType: "application/json",
    expects: { success: true, status: "success" },
  },
  {
    actor: "shopper",
    call: "POST /api/v1/payment/process",
    json: { amount: 17185 },
    expects: { success: true, client_secret: "*" },
    saves: { secret: "client_secret" },
  },
  {
    actor: "shopper",
    call: "POST /api/v1/sandbox/confirm",
    json: {
      client_secret: "{secret}",
      card: { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" },
    },
    expects: { id: "*", status: "succeeded" },
    saves: { intent: "id" },
  },
  {
    actor: "shopper",
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
    expects: { success: true, order: { _id: "*", orderStatus: "Processing" } },
    saves: { order: "order._id" },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/my/order",
    expects: { order: [{ _id: "{order}", orderStatus: "Processing", totalPrice: 171.85, orderedItems: [{}, {}] }] },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/order/{order}",
    expects: {
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
    actor: "shopper",
    call: "PUT /api/v1/product/review",
    form: { rating: "4.5", comment: "Keeps tea warm.", productId: "{mug}" },
    contentType: "application/json",
    expects: { success: true },
  },
  {
    actor: "shopper",
    call: "GET /api/v1/product/{mug}",
    expects: {
      product: {
        stock: 17,
        ratings: 4.5,
        numReviews: 1,
        reviews: [{ name: "Ada Lovelace", comment: "Keeps tea warm." }],
      },
    },
  },
  {
    actor: "shopper",
    call: "POST /api/v1/forgot/password",
    form: { email: "ada@shop.example" },
    contentType: "application/json",
    expects: { success: true, message: "Email sent to ada@shop.example" },
  },
]

/** `{token}` comes from the mail. */
export const recoveryCalls: RecordedCall[] = [
  {
    actor: "shopper",
    call: "PUT /api/v1/reset/password/{token}",
    form: { password: "{password}", confirmPassword: "{password}" },
    contentType: "application/json",
    expects: { success: true, status: "success" },
  },
  { actor: "shopper", call: "GET /api/v1/me", expects: { user: { _id: "{ada}", email: "ada@shop.example" } } },
]
