interface ReadOptions {
  maxBytes: number
  signal?: AbortSignal
}

/** The one way out to addresses that somebody else has chosen */
export interface RemoteFiles {
  /**
   * Reads a file from a public server over https.
   * @throws ShopError `invalid` with the reason, for people; the signal's reason when it aborts
   */
  read(address: string, options: ReadOptions): Promise<Uint8Array>
}
