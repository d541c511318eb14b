/** Where stored pictures live; objects are written once, under random names, and never change. */
export interface MediaStore {
  readonly kind: "disk" | "s3"
  /** Where the objects are served from, without a trailing slash: `/media` or a CDN. */
  readonly baseUrl: string
  /** @throws ShopError `unavailable` when the store does not take it within 15 seconds */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(name: string): Promise<Uint8Array | null>
  remove(names: readonly string[]): Promise<void>
  /** Every object's name, in pages. */
  list(): AsyncIterable<string>
}
