import { createHash, randomBytes } from "node:crypto"
import { runOnce } from "~/domain/accounts/forms/form-submissions.server"
import type { User } from "~/domain/accounts/user"
import type { Tx } from "~/domain/shop"
import type { FormContext } from "~/http/doorways/form.server"

/** For a form that its page renders. */
export function newFormKey(): string {
  return randomBytes(16).toString("base64url")
}

/**
 * Does a form's work in one transaction, and once: when its answer was lost and it is sent again, or its button is
 * pressed twice, the second sending finds it done and may be answered as the first. What was changed in the form since
 * then is something else, and is done.
 */
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
