import type { SubmissionResult } from "@conform-to/react"
import { findDraft, findUserOfEndedSession, removeDraft, storeDraft } from "~/domain/accounts/forms/drafts.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { pagePath } from "~/http/request-path"

/** A form as it is given back after signing in again, on the page of this path. */
export interface Draft {
  path: string
  result: SubmissionResult<string[]>
}

/** Whose session this browser thinks it is in, although it has ended. */
export async function endedSessionUserId({ shop, user, sessionToken }: RequestContext): Promise<string | null> {
  return user === null && sessionToken !== null ? findUserOfEndedSession(shop, sessionToken) : null
}

/** Keeps a form for who sent it, whom the browser asks to sign in next; answers whether it could be kept. */
export async function saveDraft(ctx: RequestContext, userId: string, answer: object): Promise<boolean> {
  const id = await storeDraft(ctx.shop, userId, pagePath(ctx.url.pathname), answer)
  if (id === null) return false
  ctx.setCookie(await ctx.context.draftCookie.write(id))
  return true
}

/** The draft that waits on this page for the user who is signed in. */
export async function findPendingDraft(ctx: RequestContext): Promise<Draft | null> {
  const id = ctx.user && (await ctx.context.draftCookie.read(ctx.request))
  const path = pagePath(ctx.url.pathname)
  const answer = id && ctx.user && (await findDraft(ctx.shop, ctx.user, id, path))
  return answer ? { path, result: JSON.parse(answer) } : null
}

/** The form has been sent once more: what happens to it now is up to its page. */
export async function deleteDraft(ctx: RequestContext): Promise<void> {
  const id = ctx.user && (await ctx.context.draftCookie.read(ctx.request))
  if (id && ctx.user) await removeDraft(ctx.shop, ctx.user, id, pagePath(ctx.url.pathname))
}
