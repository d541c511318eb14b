// /admin/:kind/:id/delete

import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { ProvenVerb } from "~/domain/accounts/proof"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import type { DeletableKind } from "~/domain/deletion/deleted-record"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { findReviewRow } from "~/domain/reviews/review-table.server"
import { softDeleteReview } from "~/domain/reviews/reviews.server"
import type { Shop } from "~/domain/shop"
import { findUser, softDeleteUser } from "~/domain/staff/users/users.server"
import { chosenBy } from "~/http/doorways/chosen-by.server"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import type { Confirmation } from "./confirm-page"
import { consequences } from "./delete-link"
import { returnPath, undoAction } from "./return-path"

export { ConfirmPage as default, confirmMeta as meta } from "./confirm-page"

export const loader = chosenBy((params) => deletions.find(({ kind }) => kind === params.kind)?.loader)

export const action = chosenBy((params) => deletions.find(({ kind }) => kind === params.kind)?.action)

interface Deletion<P extends Permission> {
  /** @throws ShopError `notFound` */
  nameOf: (shop: Shop, staff: Staff<P>, id: string) => Promise<string>
  softDelete: (shop: Shop, staff: Staff<P>, id: string) => Promise<void>
  success: string
  list: string
  proof?: ProvenVerb
}

function deletion<P extends Permission>(
  kind: DeletableKind,
  permissions: P | readonly P[],
  { nameOf, softDelete, success, list, proof }: Deletion<P>,
) {
  const backOf = (ctx: DoorwayContext<unknown>) => returnPath(ctx, list)
  return {
    kind,
    loader: adminPage(
      permissions,
      async (ctx): Promise<Confirmation> => {
        return {
          title: `Delete ${await nameOf(ctx.shop, ctx.actor, ctx.id)}?`,
          confirmLabel: "Delete",
          consequence: consequences[kind],
          back: backOf(ctx),
        }
      },
      { proof },
    ),
    action: adminForm(
      permissions,
      noFields,
      async (ctx) => {
        await softDelete(ctx.shop, ctx.actor, ctx.id)
        return ctx.redirectWithSuccess(backOf(ctx), success, undoAction(kind, ctx.id, backOf(ctx)))
      },
      { proof, refused: asToast(backOf) },
    ),
  }
}

const deletions = [
  deletion("order", ["orders.see", "orders.delete"], {
    nameOf: async (shop, staff, id) => `order ${orderName((await findOrder(shop, staff, id)).number)}`,
    softDelete: softDeleteOrder,
    success: "Order has been deleted",
    list: "/admin/orders",
  }),
  deletion("product", "products.edit", {
    nameOf: async (shop, _, id) => (await findEditedProduct(shop, id)).name,
    softDelete: softDeleteProduct,
    success: "Product has been deleted",
    list: "/admin/products",
  }),
  deletion("user", ["customers.see", "customers.delete"], {
    nameOf: async (shop, staff, id) => (await findUser(shop, staff, id)).name,
    softDelete: softDeleteUser,
    success: "Profile has been deleted",
    list: "/admin/users",
    proof: "customers.change",
  }),
  deletion("review", "reviews.moderate", {
    nameOf: async (shop, staff, id) => `review ${id} by ${(await findReviewRow(shop, staff, id)).user.name}`,
    softDelete: (shop, staff, id) => softDeleteReview(shop, staff, { reviewId: id }),
    success: "Review has been deleted",
    list: "/admin/reviews",
  }),
]
