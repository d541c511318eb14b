export interface MinimumRate {
  grace: number
  /** The average over `GRACE_PERIODS` grace periods */
  bytesPerSecond: number
  /** The average over one grace period, while other bodies wait for memory */
  bytesPerSecondContended: number
}

/** Senders may pause longer while no other body waits, as when a train is in a tunnel. */
const GRACE_PERIODS = 4
const SAMPLES_PER_GRACE = 8

/** Excludes time in which the shop makes the sender wait. */
export class SenderRate {
  #waited = 0
  readonly #arrived = new Map<number, number>()

  constructor(private readonly minimum: MinimumRate) {}

  get sampleInterval(): number {
    return this.minimum.grace / SAMPLES_PER_GRACE
  }

  record(waited: number, bytes: number): void {
    this.#waited += waited
    const now = this.#slotAt(this.#waited)
    this.#arrived.set(now, (this.#arrived.get(now) ?? 0) + bytes)
    for (const slot of this.#arrived.keys())
      if (slot < now - GRACE_PERIODS * SAMPLES_PER_GRACE) this.#arrived.delete(slot)
  }

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
