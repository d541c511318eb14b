import type { SubmissionResult } from "@conform-to/react"
import type { z } from "zod"
import { findDraft, findUserOfEndedSession, removeDraft, storeDraft } from "~/domain/accounts/forms/drafts.server"
import { ShopError, type ShopErrorKind } from "~/domain/shop-error"
import { isSecretField } from "~/domain/validation/secret-fields"
import { discardUnread } from "~/http/bodies/body-stream.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { readDeclaredFields } from "~/http/forms/form-fields"
import { unvalidatedReply } from "~/http/forms/form-reply"
import { type ReceivedForm, withReceivedForm } from "~/http/forms/received-form.server"
import { pagePath } from "~/http/request/request-path"

/** A form that is restored after signing in again. */
export interface Draft {
  path: string
  result: SubmissionResult<string[]>
}

export interface DraftOptions {
  /** Stored for a signed-out sender: the typed text, only the reason if all fields are hidden, or nothing */
  draft?: "typed" | "reason" | "none"
  fileField?: string
  refusalData?: (sent: FormData, error: ShopError | null, ctx: RequestContext) => object | Promise<object>
}

/** @param received the body, if it has already been read */
export async function keepDraft(
  ctx: RequestContext,
  denial: unknown,
  schema: z.ZodType,
  options: DraftOptions,
  received?: FormData | null,
) {
  const texts = denial instanceof ShopError ? interruptions[denial.kind] : undefined
  const owner = texts && (ctx.user ? ctx.user.id : await endedSessionUserId(ctx))
  if (owner) {
    const isKept = await keepTyped(ctx, owner, schema, { ...options, was: texts.was, received })
    ctx.toast({ type: "info", message: isKept ? texts.kept : texts.lost })
  }
  discardUnread(ctx.request)
}

interface Interruption {
  /** Whether to say "You were signed out" */
  was: string
  kept: string
  lost: string
}

const interruptions: Partial<Record<ShopErrorKind, Interruption>> = {
  unauthenticated: {
    was: "You were signed out",
    kept: "You have been signed out. Sign in again: your input is saved.",
    lost: "You were signed out before this was done. Sign in again, then repeat it.",
  },
  staleProof: {
    was: "You had to confirm that it is you",
    kept: "Confirm that it is you: your input is saved.",
    lost: "Confirm that it is you, then repeat it.",
  },
}

interface KeptForm extends DraftOptions, Pick<Interruption, "was"> {
  received?: FormData | null
}

async function keepTyped(
  ctx: RequestContext,
  owner: string,
  schema: z.ZodType,
  { draft = "typed", fileField, refusalData, was, received }: KeptForm,
): Promise<boolean> {
  if (draft === "none") return false
  const keep = async ({ formData: received }: Pick<ReceivedForm, "formData">) => {
    // Card data are never stored.
    if (!received || received.has("cvc")) return false
    const { data: sent } = readDeclaredFields(received, schema)
    const typed = draft === "typed" && hasVisibleText(sent)
    const reply = unvalidatedReply(sent, { formErrors: [interruptionReason(was, received, typed)] })
    return (await saveDraft(ctx, owner, { ...reply, ...(await refusalData?.(sent, null, ctx)) })) && typed
  }
  return received === undefined ? withReceivedForm(ctx, { fileField }, keep) : keep({ formData: received })
}

function hasVisibleText(sent: FormData): boolean {
  return [...sent].some(([name, value]) => typeof value === "string" && value.trim() !== "" && !isSecretField(name))
}

function interruptionReason(was: string, received: FormData, typed: boolean): string {
  const hadFiles = [...received.values()].some((value) => value instanceof File && value.size > 0)
  if (typed) {
    const files = hadFiles ? ", choose the files again," : ""
    return `${was} before this was saved. Please check what you typed${files} and send it again.`
  }
  return `${was} before this was done. Please ${hadFiles ? "choose the file again and send it" : "do it again"}.`
}

async function endedSessionUserId({ shop, user, sessionToken }: RequestContext): Promise<string | null> {
  return user === null && sessionToken !== null ? findUserOfEndedSession(shop, sessionToken) : null
}

async function saveDraft(ctx: RequestContext, userId: string, reply: object): Promise<boolean> {
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
