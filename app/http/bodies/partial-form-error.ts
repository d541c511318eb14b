import { ShopError } from "~/domain/shop-error"

/** A form that was refused before its end: what was read until then can be shown again in the form. */
export class PartialFormError extends ShopError {
  constructor(
    { kind, message, field, retryAfter }: ShopError,
    readonly partialData: FormData,
  ) {
    super(kind, message, { field, retryAfter })
  }
}
