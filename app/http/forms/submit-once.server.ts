import { createHash, randomBytes } from "node:crypto"
import { runOnce } from "~/domain/accounts/forms/form-submissions.server"
import type { User } from "~/domain/accounts/user"
import type { Tx } from "~/domain/shop"
import type { FormContext } from "~/http/doorways/doorway.server"

export function newFormKey(): string {
  return randomBytes(16).toString("base64url")
}

/** Runs the work in one transaction, once for the same key and contents. */
export async function submitOnce(ctx: FormContext<Pick<User, "id">>, work: (tx: Tx) => Promise<unknown>) {
  const { shop, actor, url, formData } = ctx
  if (!formData.get("formKey")) return void (await shop.transaction(work))
  const contents = [...formData].map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size] : value,
  ])
  const key = createHash("sha256").update(JSON.stringify([actor.id, url.pathname, url.search, contents]))
  await runOnce(shop, actor, key.digest("base64url"), work)
}
