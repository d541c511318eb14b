import { index, type RouteConfig, route } from "@remix-run/route-config"

/** The map: every address of the shop, one line each. */
export default [
  // Storefront
  index("routes/storefront/home.tsx"),
  route("products/:keyword?", "routes/storefront/products.tsx"),
  route("product/:id", "routes/storefront/product.tsx", [route("review", "routes/storefront/review-product.tsx")]),
  route("search", "routes/storefront/search.tsx"),
  route("search/suggest", "routes/storefront/suggest.ts"),
  route("contact", "routes/storefront/contact.tsx"),
  route("about", "routes/storefront/about.tsx"),
  route("cart", "routes/storefront/cart.tsx"),
  route("cart/remove", "routes/storefront/remove-from-cart.ts"),

  // Auth
  route("login", "routes/auth/login.tsx"),
  route("logout", "routes/auth/logout.ts"),
  route("password/forgot", "routes/auth/forgot-password.tsx"),
  route("password/reset/:token", "routes/auth/reset-password.tsx"),

  // Account
  route("account", "routes/account/profile.tsx"),
  route("account/devices", "routes/account/sign-out-devices.ts"),
  route("account/devices/:id", "routes/account/sign-out-device.ts"),
  route("account/delete", "routes/account/delete-account.tsx"),
  route("update", "routes/account/edit-profile.tsx"),
  route("password/update", "routes/account/change-password.tsx"),
  route(".well-known/change-password", "routes/account/change-password-address.ts"),
  route("orders", "routes/account/orders.tsx"),
  route("order/:id", "routes/account/order.tsx"),
  route("order/:id/receipt", "routes/account/receipt.tsx"),
  route("order/:id/cancel", "routes/account/cancel-order.tsx"),
  route("order/:id/again", "routes/account/order-again.ts"),

  // Checkout
  route("shipping", "routes/checkout/shipping.tsx"),
  route("order/confirm", "routes/checkout/confirm.tsx"),
  route("process/payment", "routes/checkout/payment.tsx"),
  route("process/payment/approve", "routes/checkout/approve.ts"),
  route("process/payment/hosted", "routes/checkout/hosted-payment.ts"),
  route("process/payment/secret", "routes/checkout/payment-secret.ts"),
  route("process/payment/return", "routes/checkout/payment-return.ts"),
  route("success", "routes/checkout/success.tsx"),

  // Administration

  // The JSON contract
  route("api/v1/product", "routes/api/products.ts"),
  route("api/v1/product/:id", "routes/api/product.ts"),
  route("api/v1/product/review", "routes/api/review-product.ts"),
  route("api/v1/reviews", "routes/api/reviews.ts"),
  route("api/v1/register", "routes/api/register.ts"),
  route("api/v1/login", "routes/api/login.ts"),
  route("api/v1/logout", "routes/api/logout.ts"),
  route("api/v1/me", "routes/api/profile.ts"),
  route("api/v1/me/update", "routes/api/edit-profile.ts"),
  route("api/v1/password/update", "routes/api/change-password.ts"),
  route("api/v1/forgot/password", "routes/api/forgot-password.ts"),
  route("api/v1/reset/password/:token", "routes/api/reset-password.ts"),
  route("api/v1/stripekey", "routes/api/stripe-key.ts"),
  route("api/v1/stripe/webhook", "routes/api/stripe-webhook.ts"),
  route("api/v1/payment/process", "routes/api/payment.ts"),
  route("api/v1/sandbox/confirm", "routes/api/sandbox-confirm.ts"),
  route("api/v1/order/new", "routes/api/place-order.ts"),
  route("api/v1/my/order", "routes/api/orders.ts"),
  route("api/v1/order/:id", "routes/api/order.ts"),
  route("api/v1/admin/allproducts", "routes/api/admin/products.ts"),
  route("api/v1/admin/product/new", "routes/api/admin/new-product.ts"),
  route("api/v1/admin/product/:id", "routes/api/admin/edit-product.ts"),
  route("api/v1/admin/orders", "routes/api/admin/orders.ts"),
  route("api/v1/admin/order/:id", "routes/api/admin/order.ts"),
  route("api/v1/admin/users", "routes/api/admin/users.ts"),
  route("api/v1/admin/user/:id", "routes/api/admin/user.ts"),
  route("api/v1/*", "routes/api/not-found.ts"),

  // Without SMTP
  route("dev/mail", "routes/dev/mail.tsx"),
  route("*", "routes/storefront/not-found.tsx"),
] satisfies RouteConfig
