const [LF, CR] = [0x0a, 0x0d]

export interface CsvRecord {
  /** The row's first line, counted as editors do */
  line: number
  cells: string[]
}

/**
 * Counts the lines of a CSV file as editors do, because `csv-parse` counts the last line of a row, and each CR LF within
 * a cell twice. The file is without a byte order mark.
 */
export class CsvLines {
  #line = 1
  #offset = 0
  #lineStart = 0
  #afterCarriageReturn = false
  /** Lines with content, from the next row on, with the offsets of their first bytes */
  #started: { line: number; offset: number }[] = []
  /** The index of the next row in `#started` */
  #next = 0

  /** Must receive a part of the file before its parser does. */
  read(bytes: Uint8Array): void {
    this.#started = this.#started.slice(this.#next)
    this.#next = 0
    for (const byte of bytes) {
      if (byte === LF && this.#afterCarriageReturn) this.#lineStart = this.#offset + 1
      else if (byte === LF || byte === CR) this.#breakLine()
      else if (this.#offset === this.#lineStart) this.#started.push({ line: this.#line, offset: this.#offset })
      this.#afterCarriageReturn = byte === CR
      this.#offset++
    }
  }

  /** The parser's `on_record`: makes a `CsvRecord`, although its types allow only rows of strings. */
  readonly toRecord = (cells: string[], { bytes: end }: { bytes: number }): never => {
    const record: CsvRecord = { line: this.current, cells }
    while ((this.#started[this.#next]?.offset ?? end) < end) this.#next++
    return record as never
  }

  /** The first line of the row that has not ended */
  get current(): number {
    return this.#started[this.#next]?.line ?? this.#line
  }

  #breakLine(): void {
    this.#line++
    this.#lineStart = this.#offset + 1
  }
}
