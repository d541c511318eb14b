import type { FormBrowser } from "./form-browser"

/** What the shop has before the day */
export interface DayStart {
  url: string
  tray: { id: string; name: string }
  jacket: { id: string; name: string }
  code: string
}

const visit = (browser: FormBrowser, { url }: DayStart, path: string, next: string | RegExp) =>
  browser.visit(url + path, next)

export async function signIn(browser: FormBrowser, start: DayStart, email: string, password: string): Promise<void> {
  await visit(browser, start, "/login", "Forgot password")
  await browser.fill("Email", email)
  await browser.fill("Password", password)
  await browser.press("Login", /Logout/)
}

/** Puts a product in sizes and another into the cart, removes the first, and buys without an account. */
export async function buyAsGuest(browser: FormBrowser, start: DayStart, email: string): Promise<void> {
  const { tray, jacket, code } = start
  await visit(browser, start, "/", "Welcome to my e-commerce store!")
  await browser.fill("Search products", jacket.name)
  await browser.press("Search", "Results for")
  await browser.check("Kitchen")
  await browser.press("Apply filters", /Remove filter “?Kitchen/)
  await browser.press(jacket.name, "Choose a size")
  await browser.press("Add to cart", "Not added to the cart")
  await browser.press("L", "Add to cart")
  await browser.press("Ecru", "Add to cart")
  await browser.press("Add to cart", "Item added to cart")
  await visit(browser, start, `/product/${tray.id}`, "Add to cart")
  await browser.fill(`Quantity of ${tray.name}`, "2")
  await browser.press("Add to cart", "Item added to cart")
  await browser.press("Cart", "Your cart")
  await browser.fill(`Quantity of ${tray.name}`, "3")
  await browser.press("Update", "Cart updated")
  await browser.press("Remove", "Removed from your cart")
  await browser.fill("Code", code)
  await browser.press("Apply", /Discount|Spring/)
  await browser.press("Check out", "Continue without an account")
  await browser.fill("Email", email)
  await browser.press("Continue", "Full name")
  await browser.fill("Full name", "Gwen Guest")
  await enterAddress(browser)
  await payWithApproval(browser)
}

async function enterAddress(browser: FormBrowser): Promise<void> {
  await browser.fill("Address", "1 Main Street")
  await browser.fill("Suburb or city", "Springfield")
  await browser.choose("Country", "United States")
  await browser.press("Show states", "Choose a state")
  await browser.choose("State", "Illinois")
  await browser.fill("Post code", "62701")
  await browser.fill("Phone number", "217 555 0123")
  await browser.press("Continue", "Confirm your order")
}

async function payWithApproval(browser: FormBrowser): Promise<void> {
  await browser.press("Proceed to payment", "Card number")
  await browser.fill("Card number", "4000 0025 0000 3155")
  await browser.fill("Expiry date", "12/40")
  await browser.fill("Security code", "123")
  await browser.press("Pay $", "Approve payment")
  await browser.press("Approve payment", "Your Order has been Placed successfully")
}

/** Buys twice as a member with an address; cancels the first order. */
export async function buyAndCancel(browser: FormBrowser, start: DayStart): Promise<void> {
  const { tray } = start
  await visit(browser, start, `/product/${tray.id}`, "Add to cart")
  await browser.press("Add to cart", "Item added to cart")
  await browser.press("Cart", "Your cart")
  await browser.press("Check out", "Shipping details")
  await browser.press("Continue", "Confirm your order")
  await payWithApproval(browser)
  await browser.press("Order #", "Cancel order")
  await browser.press("Cancel order", "Cancel this order?")
  await browser.press("Cancel order", "Your order is cancelled", "Cancel this order?")
}

/** Returns one unit of a delivered order, withdraws from another, and reviews the product. */
export async function returnAndReview(
  browser: FormBrowser,
  start: DayStart,
  orders: { toReturn: string; toWithdraw: string },
): Promise<void> {
  const { tray } = start
  await visit(browser, start, `/order/${orders.toReturn}/return`, "Return items")
  await browser.fill(`Units of ${tray.name}`, "1")
  await browser.choose("Reason", "Damaged or faulty")
  await browser.press("Request return", "We have received your request")
  await visit(browser, start, `/order/${orders.toWithdraw}/withdraw`, "Withdraw from contract here")
  await browser.fill(`Units of ${tray.name}`, "1")
  await browser.press("Continue", "Please check your withdrawal")
  await browser.press("Confirm withdrawal", "We have received your withdrawal")
  await visit(browser, start, `/product/${tray.id}/review`, "Your rating")
  await browser.check("4 stars")
  await browser.fill("Your comment", "Steady and well made")
  await browser.press("Submit", "Rated 4 out of 5 stars 1 review")
}

export async function signOut(browser: FormBrowser, start: DayStart): Promise<void> {
  // links shows the place of a page that its address names, and not its header.
  await visit(browser, start, "/account", "Full Name")
  await browser.press("Logout", "Logged out")
}

/** Gives a product a price and a picture. */
export async function editProduct(browser: FormBrowser, start: DayStart, picture: string): Promise<void> {
  await visit(browser, start, `/admin/product/${start.tray.id}`, "Add images")
  await browser.fill("Price", "55.00")
  await browser.attach("Add images", picture)
  await browser.press("Publish", "Product data has been updated")
}

/** Ships a ticked order, and refunds one of its units. */
export async function shipAndRefund(
  browser: FormBrowser,
  start: DayStart,
  { id, number }: { id: string; number: string },
): Promise<void> {
  await visit(browser, start, "/admin/orders/pack", "Orders to pack")
  await browser.check(number)
  await browser.press("Ship", "Ship the ticked orders", "Packing slips")
  await browser.press("Ship the ticked orders", "is shipped")
  await visit(browser, start, `/admin/order/${id}/refund`, "Refund order")
  await browser.fill(`Units of ${start.tray.name}`, "1")
  await browser.press("Refund", "$55.00 refunded")
}
