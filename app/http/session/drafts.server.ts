import type { SubmissionResult } from "@conform-to/react"
import { findDraft, findUserOfEndedSession, removeDraft, storeDraft } from "~/domain/accounts/forms/drafts.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { pagePath } from "~/http/request/request-path"

/** A form that is restored after signing in again. */
export interface Draft {
  path: string
  result: SubmissionResult<string[]>
}

export async function endedSessionUserId({ shop, user, sessionToken }: RequestContext): Promise<string | null> {
  return user === null && sessionToken !== null ? findUserOfEndedSession(shop, sessionToken) : null
}

export async function saveDraft(ctx: RequestContext, userId: string, reply: object): Promise<boolean> {
  const id = await storeDraft(ctx.shop, userId, pagePath(ctx.url.pathname), reply)
  if (id === null) return false
  ctx.setCookie(await ctx.context.draftCookie.write(id))
  return true
}

export async function findPendingDraft(ctx: RequestContext): Promise<Draft | null> {
  const id = ctx.user && (await ctx.context.draftCookie.read(ctx.request))
  const path = pagePath(ctx.url.pathname)
  const reply = id && ctx.user && (await findDraft(ctx.shop, ctx.user, id, path))
  return reply ? { path, result: JSON.parse(reply) } : null
}

export async function deleteDraft(ctx: RequestContext): Promise<void> {
  const id = ctx.user && (await ctx.context.draftCookie.read(ctx.request))
  if (id && ctx.user) await removeDraft(ctx.shop, ctx.user, id, pagePath(ctx.url.pathname))
}
