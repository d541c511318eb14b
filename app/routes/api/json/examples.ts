/** Examples of the API reference: one customer, the product she buys and her review of it */

const exampleAvatar = {
  public_id: "665f1c2ab3d94e0f7a1c2d40",
  url: "https://shop.example/media/665f1c2a0c1d2e3f4a5b6c7d8e9f0a1b-640.jpg",
}

export const exampleUser = {
  _id: "665f1c2ab3d94e0f7a1c2d3e",
  name: "Ada Lovelace",
  email: "ada@shop.example",
  role: "user" as const,
  permissions: [],
  avatar: exampleAvatar,
  createdAt: "2026-01-05T09:30:00.000Z",
}

export const exampleReview = {
  _id: "665f1d90b3d94e0f7a1c2d50",
  user: exampleUser._id,
  name: exampleUser.name,
  rating: 4.5,
  comment: "Light, warm, and it survived the dishwasher.",
  verified: true,
  createdAt: "2026-02-09T18:04:00.000Z",
}

const examplePicture = {
  _id: "665f1b00b3d94e0f7a1c2d11",
  public_id: "665f1b00b3d94e0f7a1c2d11",
  url: "https://shop.example/media/665f1b000c1d2e3f4a5b6c7d8e9f0a1b-1280.jpg",
}

export const exampleProduct = {
  _id: "665f1b00b3d94e0f7a1c2d10",
  name: "Stoneware Mug",
  price: 24.5,
  unitPrice: null,
  desc: "Thrown by hand, glazed in oat. Holds 350 ml.",
  category: "Kitchen" as const,
  stock: 12,
  facts: { brand: "Oat & Clay", countryOfOrigin: "Portugal", own: [{ name: "Holds", value: "350 ml" }] },
  responsiblePerson: null,
  options: [],
  variants: [
    {
      _id: "665f1b00b3d94e0f7a1c2d10",
      name: "",
      values: [],
      sku: "MUG-OAT",
      gtin: null,
      mpn: null,
      price: 24.5,
      stock: 12,
      uncounted: false,
      weightGrams: 380,
      measure: null,
      unitPrice: null,
    },
  ],
  images: [examplePicture],
  ratings: 4.5,
  numReviews: 1,
  createdAt: "2026-01-02T08:00:00.000Z",
}

/** A product in two sizes, one of which is sold out */
export const exampleProductWithOptions = {
  ...exampleProduct,
  _id: "665f1b00b3d94e0f7a1c2d20",
  name: "Chore Jacket",
  price: 89,
  desc: "Cotton canvas with three pockets.",
  category: "Clothing" as const,
  stock: 4,
  options: [
    { name: "Size", values: ["S", "M"] },
    { name: "Colour", values: ["Indigo"] },
  ],
  variants: ["S", "M"].map((size, index) => ({
    _id: `665f1b00b3d94e0f7a1c2d2${index + 1}`,
    name: `${size}, Indigo`,
    values: [size, "Indigo"],
    sku: `CJ-${size}-IND`,
    gtin: null,
    mpn: null,
    price: 89,
    stock: index * 4,
    uncounted: false,
    weightGrams: 760,
    measure: null,
    unitPrice: null,
  })),
}

export const exampleShippingInfo = {
  address: "1 Main Street",
  suburb: "Springfield",
  city: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

const exampleCharges = {
  currency: "USD",
  itemPrice: 49,
  discountPrice: 0,
  discounts: [],
  taxPrice: 4.9,
  taxes: [{ name: "GST", rate: 0.1, amount: 4.9 }],
  taxIncluded: false,
  shippingPrice: 25,
  shippingMethod: "Shipping",
  totalPrice: 78.9,
}

/** As an order is placed with it */
export const examplePayment = { id: "pi_3PNa7c2eZvKYlo2C1a2b3c4d", status: "succeeded" as const }

export const exampleOrder = {
  _id: "665f2a00b3d94e0f7a1c2d60",
  number: 1042,
  user: { _id: exampleUser._id, name: exampleUser.name, email: exampleUser.email },
  shippingInfo: exampleShippingInfo,
  orderedItems: [
    {
      _id: "665f2a00b3d94e0f7a1c2d61",
      product: exampleProduct._id,
      variant: exampleProduct._id,
      name: exampleProduct.name,
      values: [],
      price: exampleProduct.price,
      quantity: 2,
      image: examplePicture.url,
    },
  ],
  paymentInfo: { ...examplePayment, method: "online" as const, paidAt: "2026-02-03T10:00:00.000Z" },
  ...exampleCharges,
  refundedPrice: 0,
  orderStatus: "Shipped" as const,
  trackingNumber: "RR123456785GB",
  carrier: "Royal Mail",
  trackingUrl: "https://www.royalmail.com/track-your-item#/tracking-results/RR123456785GB",
  termsUrl: null,
  createdAt: "2026-02-03T10:00:00.000Z",
  shippedAt: "2026-02-04T07:15:00.000Z",
  deliveredAt: null,
  cancelledAt: null,
}

export const exampleQuote = {
  orderedItems: exampleOrder.orderedItems.map(({ _id: _, values: __, ...line }) => ({ ...line, refusal: null })),
  shippingMethods: [
    { _id: "shipping", name: "Shipping", price: 25, missingToFree: 451.01, days: { from: 3, to: 5 }, pickup: null },
  ],
  codeRefusals: [{ code: "SPRING", message: "SPRING is for $60.00 and more: $11.00 more" }],
  ...exampleCharges,
}
