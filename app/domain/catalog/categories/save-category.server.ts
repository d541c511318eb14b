import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import { emit } from "~/domain/events/emit.server"
import { storePictureOf, type Upload } from "~/domain/media/store-picture.server"
import { newObjectId } from "~/domain/object-id.server"
import { assertNotStale } from "~/domain/records/save-record.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"
import { slugify } from "../product-path"
import { REINDEXED_AT_ONCE, reindexProducts, requestReindexing } from "../reindex-products.server"
import { type Category, MAX_CATEGORIES } from "./category"
import { type CategoryRow, categoryIn, changeCategories, lockCategories } from "./category-rows.server"
import { type CategoryForm, type CategoryMove, categoryTexts } from "./category-schema"

interface CategoryEdit extends Pick<CategoryForm, "name" | "body" | "snapshot"> {
  /** `null` removes it; absent means unchanged. */
  picture?: Upload | null
}

/** @throws ShopError `invalid` for a name that another category has, or as `storePicture` does for field `picture` */
export async function createCategory(
  shop: Shop,
  staff: Staff<"products.edit">,
  { name, body, picture }: CategoryEdit,
  submit: Submission = shop.transaction,
): Promise<string> {
  const pictureId = picture ? await storePictureOf(shop, picture, "picture") : null
  const id = newObjectId(shop.now())
  await submit(async (tx) => {
    const others = await lockCategories(tx)
    if (others.length >= MAX_CATEGORIES)
      throw conflict(`A shop has at most ${MAX_CATEGORIES} categories: delete one first`)
    assertNameIsFree(others, name)
    const position = (others.at(-1)?.position ?? 0) + 1
    const slug = freeSlug(others, name, id)
    const times = { created_at: tx.now(), updated_at: tx.now() }
    await tx.db
      .insertInto("categories")
      .values({ id, key: id, name, slug, position, body, picture_id: pictureId, ...times })
      .execute()
    await emit(tx, "category.created", { actor: staff, id, after: { name, body, picture: pictureId } })
  })
  await shop.categories.renew()
  return id
}

/** @throws StaleEdit, or ShopError as `createCategory` does */
export async function updateCategory(
  shop: Shop,
  staff: Staff<"products.edit">,
  id: string,
  edit: CategoryEdit,
): Promise<void> {
  const stored = edit.picture ? await storePictureOf(shop, edit.picture, "picture") : edit.picture
  const isRenamed = await changeCategories(shop, async (tx, all) => {
    const before = categoryIn(all, id)
    const current = categoryTexts({ ...before, pictureId: before.picture_id })
    await assertNotStale(tx, "category", id, edit.snapshot, current)
    return updateLocked(tx, staff, { all, before }, { ...edit, pictureId: stored })
  })
  if (isRenamed) await reindexProducts(shop, AbortSignal.timeout(REINDEXED_AT_ONCE))
}

/** Returns whether products must be reindexed. */
async function updateLocked(
  tx: Tx,
  staff: Staff<"products.edit">,
  { all, before }: { all: CategoryRow[]; before: CategoryRow },
  { name, body, pictureId = before.picture_id }: Omit<CategoryEdit, "picture"> & { pictureId?: string | null },
): Promise<boolean> {
  const { id } = before
  const others = all.filter((other) => other !== before)
  assertNameIsFree(others, name)
  const isRenamed = name !== before.name
  const slug = isRenamed ? freeSlug(others, name, id) : before.slug
  await tx.db
    .updateTable("categories")
    .set({ name, slug, body, picture_id: pictureId, updated_at: tx.now() })
    .set(isRenamed ? { words_outdated: true } : {})
    .where("id", "=", id)
    .execute()
  if (isRenamed) {
    await rememberName(tx, id, before)
    await requestReindexing(tx)
  }
  await emit(tx, "category.updated", {
    actor: staff,
    id,
    before: toAuditFields(before),
    after: { name, body, picture: pictureId },
  })
  return isRenamed
}

/** Takes the former name over from other categories. */
async function rememberName(tx: Tx, id: string, { name, slug }: Pick<Category, "name" | "slug">): Promise<void> {
  const names = [...new Set([textKey(name), slug])]
  await tx.db
    .insertInto("former_category_names")
    .values(names.map((name) => ({ name, category_id: id })))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ category_id: id }))
    .execute()
}

export async function moveCategory(
  shop: Shop,
  staff: Staff<"products.edit">,
  { id, direction }: CategoryMove,
): Promise<void> {
  await changeCategories(shop, async (tx, all) => {
    const from = all.indexOf(categoryIn(all, id))
    const to = Math.min(all.length - 1, Math.max(0, from + (direction === "up" ? -1 : 1)))
    if (to === from) return
    const ordered = all.toSpliced(from, 1).toSpliced(to, 0, all[from] as CategoryRow)
    for (const [index, { id, position }] of ordered.entries()) {
      if (position === index + 1) continue
      await tx.db
        .updateTable("categories")
        .set({ position: index + 1 })
        .where("id", "=", id)
        .execute()
    }
    const [before, after] = [all, ordered].map((some) => ({ order: some.map(({ name }) => name) }))
    await emit(tx, "category.moved", { actor: staff, id, before, after })
  })
}

export function assertNameIsFree(others: readonly Pick<Category, "name">[], name: string): void {
  const other = others.find((other) => textKey(other.name) === textKey(name))
  if (other) throw invalid(`There is already a category “${other.name}”`, "name")
}

/** Returns the id for a name without letters and digits. */
export function freeSlug(others: readonly CategoryRow[], name: string, id: string): string {
  const slug = slugify(name) || id
  const isFree = (wanted: string) => others.every((other) => other.slug !== wanted)
  for (let number = 2; number <= MAX_CATEGORIES + 1; number++) {
    const wanted = number === 2 && isFree(slug) ? slug : `${slug}-${number}`
    if (isFree(wanted)) return wanted
  }
  return id
}

function toAuditFields({ name, body, picture_id: picture }: CategoryRow) {
  return { name, body, picture }
}
