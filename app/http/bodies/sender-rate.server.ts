/** How fast a sender has to be: bytes a second, once it has kept the shop waiting for `grace` milliseconds. */
export interface MinimumRate {
  grace: number
  /** On average of the last `GRACES` graces. */
  bytesPerSecond: number
  /** On average of the last grace, while others wait for the room that this body takes. */
  bytesPerSecondContended: number
}

/** A sender that holds up no other may pause for longer: in a tunnel, or in a lift. */
const GRACE_PERIODS = 4
const SAMPLES_PER_GRACE = 8

/**
 * How a sender gets on lately: who sent much at once and then stands still is too slow as well. Its clock stands still
 * while the shop itself lets the sender wait.
 */
export class SenderRate {
  #waited = 0
  /** Bytes by the slot of the clock in which they arrived. */
  readonly #arrived = new Map<number, number>()

  constructor(private readonly minimum: MinimumRate) {}

  /** How often to look whether the sender is too slow, in milliseconds. */
  get sampleInterval(): number {
    return this.minimum.grace / SAMPLES_PER_GRACE
  }

  /** The shop has waited so many milliseconds for so many bytes. */
  record(waited: number, bytes: number): void {
    this.#waited += waited
    const now = this.#slotAt(this.#waited)
    this.#arrived.set(now, (this.#arrived.get(now) ?? 0) + bytes)
    for (const slot of this.#arrived.keys())
      if (slot < now - GRACE_PERIODS * SAMPLES_PER_GRACE) this.#arrived.delete(slot)
  }

  /** @param waiting milliseconds since the last bytes came; @param pressed whether others wait for room */
  isTooSlow(waiting: number, pressed: boolean): boolean {
    const { grace, bytesPerSecond, bytesPerSecondContended } = this.minimum
    const clock = this.#waited + waiting
    if (clock <= grace) return false
    const span = pressed ? grace : Math.min(clock, GRACE_PERIODS * grace)
    return (this.#bytesSince(clock - span) / span) * 1000 < (pressed ? bytesPerSecondContended : bytesPerSecond)
  }

  #bytesSince(clock: number): number {
    const from = this.#slotAt(clock)
    return [...this.#arrived].reduce((sum, [slot, bytes]) => (slot >= from ? sum + bytes : sum), 0)
  }

  #slotAt(clock: number): number {
    return Math.floor(clock / this.sampleInterval)
  }
}
