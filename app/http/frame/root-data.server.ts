import { isMember, isStaff, permissionsOf, type Visitor } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Cart } from "~/domain/cart/cart"
import { offsetsForPages } from "~/domain/days/shop-days.server"
import { type PictureView, viewPicture } from "~/domain/media/picture"
import type { Shop } from "~/domain/shop"
import { viewSite } from "~/http/doorways/site.server"

/** Returns the data of the root that are the same for everyone. */
export function sharedRoot(shop: Shop, contextMenu: "blocked" | "allowed") {
  return {
    shopName: shop.identity.name,
    origin: shop.identity.url,
    site: viewSite(shop),
    currency: shop.settings.current.pricing.currency,
    offsets: offsetsForPages(shop),
    blockContextMenu: contextMenu === "blocked",
  }
}

interface RootUser {
  name: string
  isAdmin: boolean
  permissions?: Permission[]
  avatar: PictureView | null
}

/** Returns the data of the root that show whose browser it is. */
export function personalRoot({ media }: Pick<Shop, "media">, user: Visitor, cart: Cart) {
  const shown: RootUser | null = isMember(user)
    ? {
        name: user.name,
        isAdmin: isStaff(user),
        ...(isStaff(user) && { permissions: permissionsOf(user) }),
        avatar: user.avatar && viewPicture(user.avatar, "", media.baseUrl),
      }
    : null
  return { user: shown, cart }
}
