/** The characters that a terminal shows, for the control sequences that text browsers write */
export class Screen {
  #cells: string[][]
  #row = 0
  #column = 0
  #saved: [row: number, column: number] = [0, 0]
  #top = 0
  #bottom: number
  #rest = ""

  constructor(
    private readonly rows: number,
    private readonly columns: number,
  ) {
    this.#bottom = rows - 1
    this.#cells = Array.from({ length: rows }, () => this.#blank())
  }

  get lines(): string[] {
    return this.#cells.map((row) => row.join("").trimEnd())
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column }
  }

  write(output: string): void {
    const text = this.#rest + output
    this.#rest = ""
    let at = 0
    while (at < text.length) {
      const character = text[at] ?? ""
      if (character !== "\u001b") {
        this.#put(character)
        at++
        continue
      }
      const sequence = SEQUENCE.exec(text.slice(at, at + 200))
      if (!sequence) {
        this.#rest = text.slice(at)
        return
      }
      this.#control(sequence)
      at += sequence[0].length
    }
  }

  #blank(): string[] {
    return Array<string>(this.columns).fill(" ")
  }

  #put(character: string): void {
    if (character === "\r") this.#column = 0
    else if (character === "\n") this.#lineFeed()
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1)
    else if (character === "\t") this.#column = Math.min(this.columns - 1, (this.#column | 7) + 1)
    else if (character >= " ") {
      if (this.#column >= this.columns) {
        this.#column = 0
        this.#lineFeed()
      }
      const row = this.#cells[this.#row]
      if (row) row[this.#column] = character
      this.#column++
    }
  }

  #lineFeed(): void {
    if (this.#row === this.#bottom) this.#scroll(1)
    else this.#row = Math.min(this.rows - 1, this.#row + 1)
  }

  /** Moves the lines of the scroll region up, or down for a negative number. */
  #scroll(by: number, from = this.#top): void {
    const region = this.#cells.splice(from, this.#bottom - from + 1)
    const blanks = Array.from({ length: Math.min(Math.abs(by), region.length) }, () => this.#blank())
    const kept =
      by > 0
        ? [...region.slice(blanks.length), ...blanks]
        : [...blanks, ...region.slice(0, region.length - blanks.length)]
    this.#cells.splice(from, 0, ...kept)
  }

  #control([, csi, parameters = "", final = "", other = ""]: RegExpExecArray): void {
    if (csi === undefined) {
      if (other === "7") this.#saved = [this.#row, this.#column]
      if (other === "8") [this.#row, this.#column] = this.#saved
      if (other === "M") this.#row === this.#top ? this.#scroll(-1) : this.#row--
      if (other === "D") this.#lineFeed()
      return
    }
    if (parameters.startsWith("?")) return
    const [first = 0, second = 0] = parameters.split(";").map(Number)
    const count = Math.max(1, first)
    const row = this.#cells[this.#row] ?? []
    if (final === "H" || final === "f") this.#move(count - 1, Math.max(1, second) - 1)
    else if (final === "A") this.#move(this.#row - count, this.#column)
    else if (final === "B") this.#move(this.#row + count, this.#column)
    else if (final === "C") this.#move(this.#row, this.#column + count)
    else if (final === "D") this.#move(this.#row, this.#column - count)
    else if (final === "G") this.#move(this.#row, count - 1)
    else if (final === "d") this.#move(count - 1, this.#column)
    else if (final === "r") {
      this.#top = count - 1
      this.#bottom = (second || this.rows) - 1
      this.#move(0, 0)
    } else if (final === "J") this.#eraseBelow(first)
    else if (final === "K") row.fill(" ", first === 0 ? this.#column : 0, first === 1 ? this.#column + 1 : this.columns)
    else if (final === "X") row.fill(" ", this.#column, this.#column + count)
    else if (final === "P") row.splice(this.columns - count, 0, ...row.splice(this.#column, count).fill(" "))
    else if (final === "@") row.splice(this.#column, 0, ...row.splice(this.columns - count, count).fill(" "))
    else if (final === "L") this.#scroll(-count, this.#row)
    else if (final === "M") this.#scroll(count, this.#row)
    else if (final === "S") this.#scroll(count)
    else if (final === "T") this.#scroll(-count)
  }

  #eraseBelow(kind: number): void {
    if (kind === 2) this.#cells = this.#cells.map(() => this.#blank())
    else if (kind === 0) {
      this.#cells[this.#row]?.fill(" ", this.#column)
      for (let row = this.#row + 1; row < this.rows; row++) this.#cells[row] = this.#blank()
    }
  }

  #move(row: number, column: number): void {
    this.#row = Math.min(this.rows - 1, Math.max(0, row))
    this.#column = Math.min(this.columns - 1, Math.max(0, column))
  }
}

const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's control sequences
  /^\u001b(?:(\[)([?>=0-9;]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][0-9A-Z]|([0-9A-Za-z=>]))/
