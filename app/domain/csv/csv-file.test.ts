import { expect, test } from "vitest"
import { type CsvFile, openCsv } from "./csv-file.server"
import type { CsvRow } from "./csv-parser"

const sourceOf = (bytes: Uint8Array, part = bytes.length) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += part) yield bytes.subarray(at, at + part)
  }
const open = (content: string | Uint8Array, part?: number) =>
  openCsv(sourceOf(typeof content === "string" ? Buffer.from(content) : content, part))
async function rowsOf(file: CsvFile, keeps?: (place: number) => boolean) {
  const rows: CsvRow[] = []
  for await (const row of file.rows(keeps)) rows.push(row)
  return rows
}
const read = async (content: string | Uint8Array) => rowsOf(await open(content))
const cellsOf = async (content: string | Uint8Array) => (await read(content)).map(({ cells }) => cells)

test.each([",", ";", "\t"])(
  "a heading may contain separators, quotation marks and line breaks; cells are parted by %j",
  async (mark) => {
    const file = await open(`${['"a,b;c\td ""e""\nf"', "g", "h"].join(mark)}\n1${mark}2${mark}3\n`)
    expect(file).toMatchObject({ separator: mark, headings: ['a,b;c d "e" f', "g", "h"] })
    expect(await rowsOf(file)).toEqual([{ line: 3, cells: ["1", "2", "3"] }])
  },
)

test("a first line with the separator is no heading", async () => {
  for (const line of ["sep=;", "SEP=;", '"sep=;"']) {
    const file = await open(`${line}\r\nname, with comma, and another;price\r\nCup;3\r\n`)
    expect(file.headings).toEqual(["name, with comma, and another", "price"])
    expect(await rowsOf(file)).toEqual([{ line: 3, cells: ["Cup", "3"] }])
  }
})

test("rows may be shorter or longer than the heading, if nothing but empty cells is too much", async () => {
  const rows = await read("name,price,stock\nCup\nMug,3,4,,\n,,,,\nPan,3,4,,5 left\n")
  expect(rows).toEqual([
    { line: 2, cells: ["Cup"] },
    { line: 3, cells: ["Mug", "3", "4"] },
    {
      line: 5,
      cells: ["Pan", "3", "4", "", "5 left"],
      problem: "This row has 5 cells, but there are 3 headings: the last one is “5 left”",
    },
  ])
})

test("a bare quotation mark is a sign like others", async () => {
  expect(await cellsOf('name,price\n10" pan,3\n')).toEqual([['10" pan', "3"]])
  expect(await cellsOf('name,price\n"10" pan, black",3\n')).toEqual([['10" pan, black', "3"]])
  expect(await cellsOf('name,price\n"10"" pan" ,"3"\t\n"" "x","4"\n')).toEqual([
    ['10" pan', "3"],
    ['" "x', "4"],
  ])
})

test.each([
  ["LF", "\n"],
  ["CR LF", "\r\n"],
  ["CR", "\r"],
])("a row's number is that of its first line in an editor: line ends are %s, in parts of any size", async (_, end) => {
  const text = ["name,price", "", '"one', "", 'two",3', "three,", '"a ""b""",', ",", "Käse ☕,1"].join(end)
  const expected = [
    { line: 3, cells: [`one${end}${end}two`, "3"] },
    { line: 6, cells: ["three", ""] },
    { line: 7, cells: ['a "b"', ""] },
    { line: 9, cells: ["Käse ☕", "1"] },
  ]
  for (const part of [1, 2, 3, 7, 1_000]) expect(await rowsOf(await open(text, part))).toEqual(expected)
})

const words = {
  german: "Name;Größe;Preis\nSchürze für Küche;Übergröße;9,90 €\nKäse;weiß;8\n",
  french: "Nom;Catégories;Prix\nThéière dorée, l’été;Déco à côté;9\nGâteau aux œufs;Pâtisserie française;8\n",
  spanish: "Nombre;Categoría\nCamisón de niña;Pijamas y batas de baño\n¿Ratón?;Electrónica\n",
  swedish: "Namn;Kategori\nSmörkniv på hjul;Kök & hushåll, för två\nÅre;Båtar och årtal\n",
  polish: "Nazwa;Kategoria\nŻółta łódź;Dzieci śpią\nGęś wiklinowa;Święta, ćma, wiązka\n",
  czech: "Název;Kategorie\nŽluťoučký kůň;Hračky pro děti\nČeřený šátek;Oblečení, řepka\n",
  hungarian: "Név;Kategória\nHűtőtáska;Időjárás, fűtőtest, könnyű\nKőműves;Őszi gyűjtemény\n",
  russian: "Имя;Категории\nЧайник заварочный;Посуда, Кухня\nЁлка;Новый год\n",
  japanese: "商品名;カテゴリー\nコットンのTシャツ;服とくつ\nマグカップ;キッチン用品\n",
}

/** Encodes by the table that decodes. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (code: number[]) => decoder.decode(Uint8Array.from(code), { stream: true }) + decoder.decode()
  const learn = (...code: number[]) => {
    try {
      const sign = decode(code)
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, code)
    } catch {}
  }
  for (let one = 0; one < 256; one++) learn(one)
  if (encoding === "shift_jis")
    for (let one = 0x81; one < 0xfd; one++) for (let two = 0x40; two < 0xfd; two++) learn(one, two)
  return Uint8Array.from([...text].flatMap((sign) => bytes.get(sign) ?? [0x3f]))
}

test.each([
  ["windows-1252", "Windows-1252 (Western European)", ["german", "french", "spanish", "swedish"]],
  ["windows-1250", "Windows-1250 (Central European)", ["polish", "czech", "hungarian"]],
  ["windows-1251", "Windows-1251 (Cyrillic)", ["russian"]],
  ["macintosh", "Mac OS Roman", ["german", "french", "spanish", "swedish"]],
  ["shift_jis", "Shift_JIS (Japanese)", ["japanese"]],
] as const)("text in %s is read, and its encoding is named", async (encoding, name, languages) => {
  for (const language of languages) {
    const text = words[language]
    const file = await open(encode(text, encoding))
    expect([language, file.encoding]).toEqual([language, name])
    const [heading, ...rows] = text
      .trim()
      .split("\n")
      .map((line) => line.split(";"))
    expect(file.headings).toEqual(heading)
    expect((await rowsOf(file)).map(({ cells }) => cells)).toEqual(rows)
  }
})

test("text in UTF-8 and UTF-16 is read with and without a byte order mark", async () => {
  for (const text of Object.values(words)) {
    const [heading] = text.split("\n").map((line) => line.split(";"))
    const little = Buffer.from(text, "utf16le")
    const big = Buffer.from(little).swap16()
    for (const [content, encoding] of [
      [Buffer.from(text), "UTF-8"],
      [Buffer.from(`\uFEFF${text}`), "UTF-8"],
      [little, "UTF-16"],
      [Buffer.from(`\uFEFF${text}`, "utf16le"), "UTF-16"],
      [big, "UTF-16 (big-endian)"],
      [Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), "UTF-16 (big-endian)"],
    ] as const) {
      const file = await open(content, 5)
      expect(file).toMatchObject({ encoding, headings: heading })
      expect(await rowsOf(file)).toHaveLength(2)
    }
  }
})

test("a row with too many characters is refused, and not the others", async () => {
  const long = "ä".repeat(100_001)
  const rows = await read(`name,desc\nCup,${long}\n"${long}",1\n${"a,".repeat(200_000)}\nMug,${"ä".repeat(99_990)}\n`)
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, "This row has more than 100,000 characters"],
    [3, "This row has more than 100,000 characters"],
    [4, "This row has more than 100,000 characters"],
    [5, undefined],
  ])
})

test("a column that is not kept has no limit and no cells", async () => {
  const file = await open(`name,meta,price\nCup,"${'""x,\n'.repeat(1_000_000)}",3\nMug,,4\n`)
  expect(await rowsOf(file, (place) => place !== 1)).toEqual([
    { line: 2, cells: ["Cup", "", "3"] },
    { line: 1_000_003, cells: ["Mug", "", "4"] },
  ])
})

test.each([
  ["This file is empty", ""],
  ["This file is empty", "\n\n,,,\n"],
  ["a quotation mark in line 2 is never closed", 'name,price\n"Cup,3\nMug,4\n'],
  ["a quotation mark in line 1 is never closed", '"name,price\nCup,3\n'],
  ["its first row does not end", `"name,price\n${"Cup,3\n".repeat(50_000)}`],
  ["its first row does not end", `${"a,".repeat(4_000_000)}`],
  ["The first row is too long for a heading", `${"a,".repeat(55_000)}\nCup`],
  ["A file may have at most 100,000 rows", `name\n${"Cup\n".repeat(100_001)}`],
  ["This is a spreadsheet (.xlsx or .ods)", "PK\x03\x04…"],
  ["This is a web page", "\n<!DOCTYPE html><html>"],
  ["This is a JSON file", '[\n  {"id": 1}]'],
])("a file that is no table is refused with a message: %s", async (message, text) => {
  await expect(read(text)).rejects.toThrow(message)
})

test("a spreadsheet's message says how to save it as CSV", async () => {
  await expect(read("PK\x03\x04")).rejects.toThrow(/in Excel with File, Save As, “CSV UTF-8”/)
  await expect(read(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toThrow(/older Excel \(\.xls\)/)
})
