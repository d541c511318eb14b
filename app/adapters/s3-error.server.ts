import { unavailable } from "~/domain/shop-error"

/** @param done what the call would have done with a picture */
export function toShopError(error: unknown, done: "saved" | "read" | "removed"): unknown {
  const words = error instanceof Error ? describeS3Error(error) : null
  return words ? unavailable(`Pictures cannot be ${done} right now: ${words}`, error) : error
}

interface S3Error extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number }
}

function describeS3Error(error: S3Error): string | null {
  const status = error.$metadata?.httpStatusCode
  if (error.name === "TimeoutError" || error.name === "AbortError") return "their store does not answer in time"
  if (error.name === "NoSuchBucket") return "their store has no bucket of the configured name"
  if (status === 401 || status === 403) return "their store does not accept the configured keys"
  if (status === 301 || status === 307) return "their store keeps this bucket at another address or in another region"
  if (status !== undefined) return `their store reported an error (${error.name})`
  return error.code ? "their store cannot be reached" : null
}
