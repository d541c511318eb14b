/** Permissions by area of the back office, with labels */
export const permissionRooms = {
  Products: {
    "products.see": "View products and stock",
    "products.edit": "Edit products, categories and options",
    "prices.edit": "Edit prices",
    "stock.correct": "Correct stock",
  },
  Discounts: {
    "discounts.see": "See discounts",
    "discounts.edit": "Edit discounts",
  },
  Orders: {
    "orders.see": "See orders",
    "orders.ship": "Pack and ship orders",
    "orders.note": "Write notes on orders",
    "orders.cancel": "Cancel orders",
    "orders.refund": "Refund orders",
    "orders.delete": "Delete orders",
  },
  Customers: {
    "customers.see": "See customers",
    "customers.edit": "Change customers",
    "customers.delete": "Delete customers",
    "customers.export": "Export lists with personal data",
  },
  "The shop": {
    "reviews.moderate": "View and delete reviews",
    "searches.moderate": "Moderate searches",
    "pages.edit": "Edit pages",
    "settings.edit": "Change settings",
    "shipping.edit": "Change shipping",
    "taxes.see": "See taxes",
    "taxes.edit": "Change taxes",
    "attention.settle": "Resolve items that need attention",
  },
  Staff: {
    "audit.see": "View the audit log",
    "staff.appoint": "Manage staff and edit roles",
  },
} as const

type PermissionsOf<Room> = Room extends object ? keyof Room : never
export type Permission = PermissionsOf<(typeof permissionRooms)[keyof typeof permissionRooms]>

export const permissionNames = Object.assign({}, ...Object.values(permissionRooms)) as Record<Permission, string>

export const permissions = Object.keys(permissionNames) as Permission[]

/** Importing customers creates accounts and shows those that exist. */
export const customerImporting = ["customers.see", "customers.edit"] as const satisfies Permission[]

/** The product form, the import and the bulk edit write every field. */
export const productEditing = ["products.edit", "prices.edit", "stock.correct"] as const satisfies Permission[]
