export interface MediaStore {
  readonly kind: "disk" | "s3"
  /** The base URL, `/media` or a CDN, without a trailing slash */
  readonly baseUrl: string
  /** @throws ShopError `unavailable` if the store does not accept it within 15 seconds */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(name: string): Promise<Uint8Array | null>
  remove(names: readonly string[]): Promise<void>
  list(): AsyncIterable<string>
}
