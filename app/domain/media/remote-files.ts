interface ReadOptions {
  maxBytes: number
  signal?: AbortSignal
}

/** The only requests to addresses that users entered */
export interface RemoteFiles {
  /**
   * Reads a file from a public server over https.
   * @throws ShopError `invalid` with a message for people, or the signal's reason when it aborts
   */
  read(address: string, options: ReadOptions): Promise<Uint8Array>
}
