import { index, type RouteConfig, route } from "@remix-run/route-config"

/** The map: every address of the shop, one line each. */
export default [
  // Storefront
  index("routes/storefront/home.tsx"),
  route("cart", "routes/storefront/cart.tsx"),
  route("cart/remove", "routes/storefront/remove-from-cart.ts"),

  // Auth

  // Account
  route("orders", "routes/account/orders.tsx"),
  route("order/:id", "routes/account/order.tsx"),

  // Checkout
  route("shipping", "routes/checkout/shipping.tsx"),
  route("order/confirm", "routes/checkout/confirm.tsx"),
  route("process/payment", "routes/checkout/payment.tsx"),
  route("process/payment/approve", "routes/checkout/approve.ts"),
  route("success", "routes/checkout/success.tsx"),

  // Administration

  // The JSON contract

  route("/login", "routes/auth/login.tsx"),
  route("/logout", "routes/auth/logout.tsx"),
] satisfies RouteConfig
