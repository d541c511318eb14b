interface Versioned<Value> {
  version: number
  value: Value
}

/** Holds the newest version that this process has read, which stays available while the database is down. */
export class VersionedMemory<Value> {
  #version = -1
  #value: Value

  constructor(
    private readonly read: () => Promise<Versioned<Value>>,
    initial: Value,
  ) {
    this.#value = initial
  }

  get current(): Value {
    return this.#value
  }

  /** Reads again; the value then includes everything committed before this call. */
  async renew(): Promise<void> {
    const { version, value } = await this.read()
    // The later response of two concurrent reads may be older.
    if (version <= this.#version) return
    this.#version = version
    this.#value = value
  }

  async renewTo(version: number): Promise<void> {
    if (this.#version < version) await this.renew()
  }
}
