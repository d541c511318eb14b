// /admin/:kind/:id/delete
import { z } from "zod"
import type { Admin } from "~/domain/accounts/user"
import { findUser, softDeleteUser } from "~/domain/accounts/users.server"
import { findProduct, softDeleteProduct } from "~/domain/catalog/products.server"
import { type DeletableKind, deletableKinds } from "~/domain/deletion/deleted-record"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { findReviewRow } from "~/domain/reviews/review-table.server"
import { softDeleteReview } from "~/domain/reviews/reviews.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { title } from "~/ui/shell/title"
import type { ConfirmPageProps } from "./confirm-page"
import { consequences } from "./delete-link"
import { returnPath, undoAction } from "./return-path"

export { ConfirmScreen as default } from "./confirm-page"

export const meta = title<typeof loader>(({ title }) => title)

export const loader = adminPage(async (ctx): Promise<ConfirmPageProps> => {
  const kind = kindOf(ctx)
  return {
    title: `Delete ${await deletions[kind].nameOf(ctx.shop, ctx.actor, ctx.id)}?`,
    confirmLabel: "Delete",
    consequence: consequences[kind],
    back: backOf(ctx),
  }
})

export const action = adminForm(
  z.object({}),
  async (ctx) => {
    const kind = kindOf(ctx)
    const back = backOf(ctx)
    await deletions[kind].softDelete(ctx.shop, ctx.actor, ctx.id)
    return ctx.redirectWithSuccess(back, deletions[kind].success, undoAction(kind, ctx.id, back))
  },
  { refused: asToast(backOf) },
)

interface Deletion {
  /** @throws ShopError `notFound` */
  nameOf: (shop: Shop, admin: Admin, id: string) => Promise<string>
  softDelete: (shop: Shop, admin: Admin, id: string) => Promise<void>
  success: string
  list: string
}

const deletions: Record<DeletableKind, Deletion> = {
  order: {
    nameOf: async (shop, admin, id) => `order ${(await findOrder(shop, admin, id)).id}`,
    softDelete: softDeleteOrder,
    success: "Order has been deleted",
    list: "/admin/orders",
  },
  product: {
    nameOf: async (shop, _, id) => (await findProduct(shop, id)).name,
    softDelete: softDeleteProduct,
    success: "Product has been deleted",
    list: "/admin/products",
  },
  user: {
    nameOf: async (shop, admin, id) => (await findUser(shop, admin, id)).name,
    softDelete: softDeleteUser,
    success: "Profile has been deleted",
    list: "/admin/users",
  },
  review: {
    nameOf: async (shop, admin, id) => `review ${id} by ${(await findReviewRow(shop, admin, id)).user.name}`,
    softDelete: (shop, admin, id) => softDeleteReview(shop, admin, { reviewId: id }),
    success: "Review has been deleted",
    list: "/admin/reviews",
  },
}

/** @throws ShopError `notFound` */
function kindOf({ params }: DoorwayContext<unknown>): DeletableKind {
  const kind = deletableKinds.find((one) => one === params.kind)
  if (!kind) throw notFound("There is no such screen")
  return kind
}

/** The list that it was deleted from. */
function backOf(ctx: DoorwayContext<unknown>): string {
  return returnPath(ctx.url, deletions[kindOf(ctx)].list)
}
