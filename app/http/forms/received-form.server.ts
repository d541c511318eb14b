import { ShopError } from "~/domain/shop-error"
import { readBody } from "~/http/bodies/body.server"
import { type BodyLimits, bodyLimitsFor, type LargeFiles, spooledLimits } from "~/http/bodies/body-limits"
import { senderClassOf, withBodyMemory } from "~/http/bodies/body-memory.server"
import { PartialFormError } from "~/http/bodies/limited-form"
import { withSpoolFolder } from "~/http/bodies/spooled-multipart.server"
import type { RequestContext } from "~/http/doorways/request-context.server"

export interface ReceivedForm {
  formData: FormData | null
  refusal?: ShopError
}

export function withReceivedForm<T>(
  ctx: RequestContext,
  { fileField, largeFiles }: { fileField?: string; largeFiles?: LargeFiles },
  use: (received: ReceivedForm) => Promise<T>,
): Promise<T> {
  return withBodyMemory(senderClassOf(ctx.user), ctx.context, ctx.request, async (lease) => {
    const read = async (limits: BodyLimits) => use(await readBody(ctx.request, lease, limits).then(formOf, partialForm))
    if (largeFiles) return withSpoolFolder((folder) => read(spooledLimits(largeFiles, folder)))
    return read({ ...bodyLimitsFor(fileField), pictureField: undefined })
  })
}

function formOf(body: Awaited<ReturnType<typeof readBody>>): ReceivedForm {
  if (body.kind === "form") return { formData: body.data }
  return { formData: null, refusal: new ShopError("unsupported", "Please send this as a form") }
}

function partialForm(error: unknown): ReceivedForm {
  if (!(error instanceof ShopError)) throw error
  return { formData: error instanceof PartialFormError ? error.partialData : null, refusal: error }
}
