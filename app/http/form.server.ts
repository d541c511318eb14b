import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node"
import { z } from "zod"
import type { User } from "~/domain/accounts/user"
import { ShopError } from "~/domain/shop-error"
import { readBody } from "./body.server"
import { discardBody } from "./body-stream.server"
import { BodyTooLarge } from "./body-too-large"
import { cookieHeaders, outage, refusal, type Scene } from "./page.server"
import { statusOf } from "./status"
import type { Toast } from "./toasts.server"
import { type Visit, visitOf } from "./visit.server"

/** What a form's action works with. */
export interface FormScene extends Scene {
  /** The form as it was sent: for files, which the schema does not carry. */
  readonly sent: FormData
  /** Where to go after success. */
  redirect(path: string): Response
  /** The same, with a confirmation to show there. */
  redirectWithSuccess(path: string, message: string, undo?: Toast["undo"]): Response
}

/** Refusals that belong to the form: it comes back with what was typed. Everything else is the page's matter. */
const shownInForm = new Set([
  "invalid",
  "badCredentials",
  "conflict",
  "payment",
  "tooLarge",
  "unsupported",
  "tooMany",
  "unavailable",
])

/** Fields whose content is never sent back. */
const SECRETS = /password|card|cvc|number/i

interface FormOptions<E extends object> {
  /** What the page needs beside the fields when the form comes back, found from what was typed. */
  echo?: (sent: FormData) => E
  /** Who may send this form at all, asked before anything is read: `requireAdmin`. */
  guard?: (user: User | null) => unknown
}

/** A form that comes back: conform's result, and what `echo` added. */
export type GivenBack<E extends object = object> = SubmissionResult<string[]> & { [Name in keyof E]?: E[Name] }

/**
 * A screen's action: parses the form, gives it back with what was typed when it is refused, and redirects when it
 * is done. The schema's field names are the public JSON's.
 */
export async function form<S extends z.ZodType, E extends object = object>(
  args: ActionFunctionArgs,
  schema: S,
  work: (scene: FormScene, value: z.output<S>) => Promise<Response>,
  { echo, guard }: FormOptions<E> = {},
) {
  const visit = await visitOf(args).catch((error) => {
    throw outage(error, args.context)
  })
  const giveBack = (result: SubmissionResult<string[]>, error: ShopError | null, sent?: FormData) =>
    answerForm({ ...result, ...(sent && echo?.(sent)) } as GivenBack<E>, error, visit)
  try {
    admit(visit, guard)
    const sent = await sentForm(visit)
    if (sent instanceof ShopError) return await giveBack(unreadReply(sent), sent, readSoFar(sent))
    const submission = parseWithZod(sent, { schema })
    const hideFields = secretsIn(sent)
    if (submission.status !== "success") return await giveBack(submission.reply({ hideFields }), null, sent)
    try {
      throw await work(sceneOf(visit, args, sent), submission.value as z.output<S>)
    } catch (error) {
      if (!(error instanceof ShopError) || !shownInForm.has(error.kind)) throw error
      const complaint = error.field
        ? { fieldErrors: { [error.field]: [error.message] } as never }
        : { formErrors: [error.message] }
      const reply = submission.reply({ hideFields, ...complaint }) as SubmissionResult<string[]>
      return await giveBack(reply, error, sent)
    }
  } catch (error) {
    throw await refusal(error, visit)
  }
}

/** @throws whatever the guard throws; the form is not read then */
function admit({ user, request }: Visit, guard: FormOptions<object>["guard"]): void {
  try {
    guard?.(user)
  } catch (error) {
    if (request.body) discardBody(request.body)
    throw error
  }
}

async function sentForm({ request }: Visit): Promise<FormData | ShopError> {
  try {
    const body = await readBody(request)
    if (body.kind === "form") return body.data
    return new ShopError("unsupported", "Please send this as a form")
  } catch (error) {
    if (error instanceof ShopError) return error
    throw error
  }
}

/** What was typed before the file that is too large comes back as well. */
function unreadReply(error: ShopError): SubmissionResult<string[]> {
  const typed = readSoFar(error) ?? new FormData()
  for (const [name, value] of [...typed]) if (value instanceof File) typed.delete(name)
  const complaint = error.field ? { fieldErrors: { [error.field]: [error.message] } } : { formErrors: [error.message] }
  return parseWithZod(typed, { schema: z.record(z.string(), z.unknown()) }).reply({
    hideFields: secretsIn(typed),
    ...complaint,
  })
}

function readSoFar(error: ShopError): FormData | undefined {
  return error instanceof BodyTooLarge ? error.readSoFar : undefined
}

const secretsIn = (sent: FormData) => [...new Set(sent.keys())].filter((name) => SECRETS.test(name))

function sceneOf(visit: Visit, args: ActionFunctionArgs, sent: FormData): FormScene {
  return {
    ...visit,
    params: args.params,
    sent,
    redirect: (path) => redirect(path, 303),
    redirectWithSuccess(path, message, undo) {
      visit.toast({ type: "success", message, undo })
      return redirect(path, 303)
    },
  }
}

async function answerForm<R extends SubmissionResult<string[]>>(result: R, error: ShopError | null, visit: Visit) {
  const headers = await cookieHeaders(visit)
  if (error?.retryAfter !== undefined) headers.set("Retry-After", String(Math.ceil(error.retryAfter)))
  const status = error ? statusOf[error.kind] : result.status === "error" ? 400 : 200
  return data(result, { status, headers })
}
