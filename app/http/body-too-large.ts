import { ShopError } from "~/domain/shop-error"

/** A form with something too large in it: what was read before that can be given back to whoever typed it. */
export class BodyTooLarge extends ShopError {
  constructor(
    message: string,
    field: string | undefined,
    readonly readSoFar: FormData,
  ) {
    super("tooLarge", message, { field })
  }
}
