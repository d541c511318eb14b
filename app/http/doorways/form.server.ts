import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { type ActionFunctionArgs, data } from "@remix-run/node"
import { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Shop } from "~/domain/shop"
import { invalid, ShopError } from "~/domain/shop-error"
import { describeIssue } from "~/domain/validation/validation"
import type { LargeFiles } from "~/http/bodies/body-limits"
import { readDeclaredFields } from "~/http/forms/form-fields"
import { type FormErrors, formErrorsOf, secretFieldNames, unvalidatedReply } from "~/http/forms/form-reply"
import { type ReceivedForm, withReceivedForm } from "~/http/forms/received-form.server"
import { recordRefusal } from "~/http/request/request-log-fields"
import { type DraftOptions, deleteDraft, keepDraft } from "~/http/session/drafts.server"
import { messagesOf } from "~/ui/form/messages-of"
import type { ShopFormResult } from "~/ui/form/use-shop-form"
import { type Audience, buyers, members, staffWith, visitors } from "./audience"
import {
  callBeforeDenial,
  type DataResponse,
  type DoorwayContext,
  type DoorwayOptions,
  doorway,
  type FormContext,
  type Redirect,
  retryAfterHeader,
} from "./doorway.server"
import { orderBuyers } from "./order-audience.server"
import { refusalKinds } from "./refusal-kinds"
import { attempt, type RefusalRule } from "./refusals.server"
import type { RequestContext } from "./request-context.server"

type Rule<R = never> = RefusalRule<FormContext<unknown>, Response | R>

interface FormOptions<E extends object, Actor = unknown> extends DraftOptions {
  /** Returns extra data for the re-rendered page. */
  refusalData?: (sent: FormData, error: ShopError | null, ctx: RequestContext) => E | Promise<E>
  /** Rules in order; other refusals re-render the form or become an error page. */
  refused?: Rule | readonly Rule[]
  /** Domain rules that a refused form is also checked by, so that it reports all its errors */
  checks?: (ctx: DoorwayContext<Actor>, typed: Partial<Record<string, string>>) => (() => unknown)[]
  /** For files that stay on disk until the form is done */
  largeFiles?: LargeFiles
  /** A button that re-renders the form without validation, or whether it was pressed */
  refreshButton?: string | ((sent: FormData) => boolean)
  /** The page that contains a button; the route exports `RouteError` and `NoScreen`. */
  screen?: string | ((args: ActionFunctionArgs) => string)
  proof?: DoorwayOptions["proof"]
  forSetUp?: boolean
  /** `false` if its redirect does not depend on the settings; they are then read only if it is refused. */
  usesSettings?: boolean
}

/** The shop, if its rules decide about validity */
type SchemaOf<S extends z.ZodType> = S | ((shop: Shop) => S)

type FormWork<Actor, S extends z.ZodType> = (ctx: FormContext<Actor>, value: z.output<S>) => Promise<Response>

export type FormResult<E extends object = object> = ShopFormResult & { [Name in keyof E]?: E[Name] }

/** The schema of a form that has only a button */
export const noFields = z.object({})

/** Re-renders a refused form and redirects otherwise. */
export const form = formFor(visitors)

export const buyerForm = formFor(buyers)

export const orderForm = formFor(orderBuyers)

export const memberForm = formFor(members)

export const adminForm = <P extends Permission, S extends z.ZodType, E extends object = object>(
  permissions: P | readonly P[],
  schema: SchemaOf<S>,
  work: FormWork<Staff<P>, S>,
  options?: FormOptions<E, Staff<P>>,
) => formFor(staffWith(permissions))(schema, work, options)

const NO_CONTENT = 204

function formFor<Actor>(audience: Audience<Actor>) {
  return <S extends z.ZodType, E extends object = object>(
    schema: SchemaOf<S>,
    work: FormWork<Actor, S>,
    options: FormOptions<E, Actor> = {},
  ) => {
    const schemaOf = ({ shop }: RequestContext) => (typeof schema === "function" ? schema(shop) : schema)
    const { screen, draft, proof } = options
    const draftOptions = { ...options, draft: screen === undefined ? draft : "none" } as const
    const action = (args: ActionFunctionArgs) =>
      doorway(
        audience,
        args,
        (ctx) => withReceivedForm(ctx, options, (received) => respond(ctx, received, schemaOf(ctx), work, options)),
        {
          screen: typeof screen === "function" ? screen(args) : screen,
          redirectStatus: 303,
          proof,
          forSetUp: options.forSetUp,
          beforeDenial: (ctx, denial) => keepDraft(ctx, denial, schemaOf(ctx), draftOptions),
        },
      )
    return Object.assign(action, { audience, proof, schema, usesSettings: options.usesSettings })
  }
}

async function respond<Actor, S extends z.ZodType, E extends object>(
  ctx: DoorwayContext<Actor>,
  { formData, refusal }: ReceivedForm,
  schema: S,
  work: FormWork<Actor, S>,
  options: FormOptions<E, Actor>,
): Promise<DataResponse<FormResult<E>> | Redirect> {
  const { fileField, refused = [], refreshButton } = options
  await deleteDraft(ctx)
  const { data: sent, shapeErrors } = readDeclaredFields(formData ?? new FormData(), schema, fileField)
  const showForm = (result: ShopFormResult, error: ShopError | null, typed: FormData | null = sent) =>
    formResponse(ctx, result, error, typed, options)
  if (refusal) {
    const partial = { ...unvalidatedReply(sent, formErrorsOf(refusal, schema, fileField)), partial: true }
    return showForm(partial, refusal, formData && sent)
  }
  if (formData && isRefresh(refreshButton, formData)) return showForm(unvalidatedReply(sent), null)
  const submission = parseWithZod(sent, { schema, error: describeIssue })
  const reply = (errors?: FormErrors) =>
    submission.reply({ hideFields: secretFieldNames(sent), ...errors } as never) as SubmissionResult<string[]>
  if (submission.status !== "success" || Object.keys(shapeErrors).length > 0) {
    const found = await refusalsOf(options.checks?.(ctx, textsOf(sent)) ?? [])
    const invalid = submission.status === "success" ? {} : submission.error
    return showForm(reply({ fieldErrors: { ...found, ...invalid, ...shapeErrors } as typeof shapeErrors }), null)
  }
  const formContext = formContextOf(ctx, sent, fileField)
  const toForm = (error: ShopError) =>
    refusalKinds[error.kind].shownIn.includes("form") ? showForm(reply(formErrorsOf(error)), error) : null
  const rules: Rule<DataResponse<FormResult<E>>>[] = [refused, toForm].flat()
  const value = submission.value as z.output<S>
  const keepUnproven = async (_: RequestContext, denial: unknown) => {
    if (denial instanceof ShopError && denial.kind === "staleProof")
      await keepDraft(ctx, denial, schema, options, formData)
  }
  const done = await attempt(formContext, rules, () =>
    callBeforeDenial(keepUnproven, ctx, () => work(formContext, value)),
  )
  if (!(done instanceof Response)) return done
  return done.status === NO_CONTENT ? showForm(reply(), null, null) : (done as Redirect)
}

function textsOf(sent: FormData): Record<string, string> {
  return Object.fromEntries([...sent].filter((field): field is [string, string] => typeof field[1] === "string"))
}

async function refusalsOf(checks: (() => unknown)[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      if (error.field) found[error.field] ??= [error.message]
    }
  }
  return found
}

function formContextOf<Actor>(ctx: DoorwayContext<Actor>, sent: FormData, fileField?: string): FormContext<Actor> {
  return {
    ...ctx,
    formData: sent,
    files: fileField ? sent.getAll(fileField).filter((value) => value instanceof File) : [],
    redirectWithSuccess(path, message, undo) {
      ctx.toast({ type: "success", message, undo })
      return ctx.redirect(path)
    },
    noContent: () => new Response(null, { status: NO_CONTENT }),
  }
}

/** @throws ShopError if the form cannot be re-rendered */
async function formResponse<E extends object>(
  ctx: DoorwayContext<unknown>,
  result: ShopFormResult,
  error: ShopError | null,
  typed: FormData | null,
  { screen, refusalData }: Pick<FormOptions<E>, "screen" | "refusalData">,
): Promise<DataResponse<FormResult<E>>> {
  const refusal = error ?? (result.status === "error" ? invalid(messagesOf(result)[0] ?? "Please try again.") : null)
  if (refusal === null) return data(await withRefusalData())
  if (screen !== undefined) throw refusal
  recordRefusal(ctx.context.logFields, refusal)
  return data(await withRefusalData(), {
    status: refusalKinds[refusal.kind].status,
    headers: retryAfterHeader(refusal),
  })

  async function withRefusalData() {
    return { ...result, ...(typed && (await refusalData?.(typed, error, ctx))) } as FormResult<E>
  }
}

function isRefresh(button: FormOptions<object>["refreshButton"], sent: FormData): boolean {
  return typeof button === "string" ? sent.has(button) : (button?.(sent) ?? false)
}
