/** A row of a file, without the heading */
export interface CsvRow {
  /** The row's first line, counted as editors do; a heading at the beginning of the file is line 1. */
  line: number
  /** Cells by their place in the heading; those of columns that are not kept are empty. */
  cells: string[]
  /** The reason why this row cannot be used */
  problem?: string
}

/** The limit in characters of the kept cells, above the longest description in every cell */
export const MAX_ROW_LENGTH = 100_000

const [TAB, LF, CR, SPACE, QUOTE] = [0x09, 0x0a, 0x0d, 0x20, 0x22]

interface ParserOptions {
  separator: string
  /** Whether the cells of a column are stored and counted; the others are read over. */
  keeps?: (place: number) => boolean
  /** The number of the first line */
  line?: number
}

/**
 * Splits text into rows as spreadsheet programs do: rows end with CR, LF or CR LF, and have any number of cells. A
 * quotation mark that is not at the beginning or the end of a cell is a character like others, such as an inch sign.
 */
export class CsvParser {
  readonly #separator: number
  readonly #keeps: (place: number) => boolean
  #line: number
  #rows: CsvRow[] = []
  #cells: string[] = []
  #rowLine: number
  #cell = ""
  #isKept: boolean
  /** Characters of the row's finished cells */
  #length = 0
  #isTooLong = false
  #state: "start" | "plain" | "quoted" | "quote" = "start"
  #quoteLine = 0
  /** Blanks after a quotation mark that may end its cell */
  #blanks = ""
  #afterCarriageReturn = false

  constructor({ separator, keeps = () => true, line = 1 }: ParserOptions) {
    this.#separator = separator.charCodeAt(0)
    this.#keeps = keeps
    this.#line = line
    this.#rowLine = line
    this.#isKept = keeps(0)
  }

  /** Returns the rows that end in this part of the text. */
  read(text: string): CsvRow[] {
    let at = 0
    while (at < text.length) {
      if (this.#state === "quoted") at = this.#readQuoted(text, at)
      else if (this.#state === "quote") at = this.#readAfterQuote(text, at)
      else at = this.#readPlain(text, at)
    }
    return this.#takeRows()
  }

  /** Returns the last row. */
  end(): CsvRow[] {
    if (this.#state !== "start" || this.#cells.length > 0) this.#endRow()
    return this.#takeRows()
  }

  /** The line of a quotation mark without an end, once all text was read */
  get openQuote(): number | null {
    return this.#state === "quoted" ? this.#quoteLine : null
  }

  #readPlain(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === this.#separator) {
        this.#append(text, start, at)
        this.#endCell()
        return at + 1
      }
      if (code === LF || code === CR) {
        this.#append(text, start, at)
        this.#breakRow(code)
        return at + 1
      }
      this.#afterCarriageReturn = false
      if (code === QUOTE && at === start && this.#state === "start") {
        this.#state = "quoted"
        this.#quoteLine = this.#line
        return at + 1
      }
      this.#state = "plain"
    }
    this.#append(text, start, text.length)
    return text.length
  }

  #readQuoted(text: string, start: number): number {
    const found = text.indexOf('"', start)
    const end = found < 0 ? text.length : found
    this.#countLines(text, start, end)
    this.#append(text, start, end)
    if (found < 0) return end
    this.#state = "quote"
    this.#afterCarriageReturn = false
    return end + 1
  }

  /** A quotation mark ends a cell only before a separator or the end of the row, possibly after blanks. */
  #readAfterQuote(text: string, at: number): number {
    const code = text.charCodeAt(at)
    if (code === this.#separator) {
      this.#endCell()
      return at + 1
    }
    if (code === LF || code === CR) {
      this.#breakRow(code)
      return at + 1
    }
    if (code === SPACE || code === TAB) {
      if (this.#blanks.length < MAX_ROW_LENGTH) this.#blanks += text.charAt(at)
      return at + 1
    }
    const isEscaped = code === QUOTE && this.#blanks === ""
    this.#add(`"${this.#blanks}`)
    this.#blanks = ""
    this.#state = "quoted"
    return isEscaped ? at + 1 : at
  }

  #append(text: string, start: number, end: number): void {
    if (end > start && this.#isKept && !this.#isTooLong) this.#add(text.slice(start, end))
  }

  #add(part: string): void {
    if (!this.#isKept || this.#isTooLong) return
    this.#isTooLong = this.#length + this.#cell.length + part.length > MAX_ROW_LENGTH
    if (!this.#isTooLong) this.#cell += part
  }

  #endCell(): void {
    if (!this.#isTooLong) this.#cells.push(this.#cell)
    this.#isTooLong ||= this.#cells.length > MAX_ROW_LENGTH
    this.#length += this.#cell.length
    this.#cell = ""
    this.#blanks = ""
    this.#state = "start"
    this.#isKept = this.#keeps(this.#cells.length)
  }

  #breakRow(code: number): void {
    const isSecond = code === LF && this.#afterCarriageReturn
    this.#afterCarriageReturn = code === CR
    if (!isSecond) {
      if (this.#state !== "start" || this.#cells.length > 0) this.#endRow()
      this.#line++
    }
    this.#rowLine = this.#line
  }

  #endRow(): void {
    this.#endCell()
    const row: CsvRow = { line: this.#rowLine, cells: this.#cells }
    if (this.#isTooLong) row.problem = `This row has more than ${MAX_ROW_LENGTH.toLocaleString("en-US")} characters`
    this.#rows.push(row)
    this.#cells = []
    this.#length = 0
    this.#isTooLong = false
    this.#isKept = this.#keeps(0)
  }

  #countLines(text: string, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === CR || (code === LF && !this.#afterCarriageReturn)) this.#line++
      this.#afterCarriageReturn = code === CR
    }
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}
