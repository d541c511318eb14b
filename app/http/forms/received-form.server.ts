import { ShopError } from "~/domain/shop-error"
import { readBody } from "~/http/bodies/body.server"
import { bodyLimitsFor } from "~/http/bodies/body-limits"
import { senderClassOf, withBodyMemory } from "~/http/bodies/body-memory.server"
import { PartialFormError } from "~/http/bodies/limited-form"
import type { RequestContext } from "~/http/doorways/request-context.server"

export interface ReceivedForm {
  formData: FormData | null
  refusal?: ShopError
}

export function withReceivedForm<T>(
  ctx: RequestContext,
  fileField: string | undefined,
  use: (received: ReceivedForm) => Promise<T>,
): Promise<T> {
  const limits = { ...bodyLimitsFor(fileField), pictureField: undefined }
  return withBodyMemory(senderClassOf(ctx.user), ctx.context, ctx.request, async (lease) =>
    use(await readBody(ctx.request, lease, limits).then(formOf, partialForm)),
  )
}

function formOf(body: Awaited<ReturnType<typeof readBody>>): ReceivedForm {
  if (body.kind === "form") return { formData: body.data }
  return { formData: null, refusal: new ShopError("unsupported", "Please send this as a form") }
}

function partialForm(error: unknown): ReceivedForm {
  if (!(error instanceof ShopError)) throw error
  return { formData: error instanceof PartialFormError ? error.partialData : null, refusal: error }
}
