const AS_CSV =
  "please save it as CSV: in Excel with File, Save As, “CSV UTF-8”; in LibreOffice with File, Save As, “Text CSV”; in Google Sheets with File, Download, “Comma-separated values”"

const SPREADSHEET = `This is a spreadsheet (.xlsx or .ods) or a ZIP file, not CSV: ${AS_CSV}`
const COMPRESSED = "This file is compressed: please unpack it first"
const PICTURE = "This is a picture, not CSV: please choose the file with the table"

/** The first bytes of files that are often taken for CSV, in Latin-1 */
const binaries: readonly [start: string, message: string][] = [
  ["PK\x03\x04", SPREADSHEET],
  ["\xd0\xcf\x11\xe0", `This is a spreadsheet of an older Excel (.xls), not CSV: ${AS_CSV}`],
  ["%PDF", "This is a PDF file, not CSV: please export the table as CSV"],
  ["\x1f\x8b", COMPRESSED],
  ["\x89PNG", PICTURE],
  ["\xff\xd8\xff", PICTURE],
  ["GIF8", PICTURE],
]

const texts: readonly [start: RegExp, message: string][] = [
  [/^<\?xml/, "This is an XML file, not CSV: please export the table as CSV"],
  [
    /^<(?:!doctype|html)/i,
    "This is a web page, not CSV: please download the file again while you are signed in to the other shop",
  ],
  [/^(?:\{\s*"|\[\s*[[{"])/, "This is a JSON file, not CSV: please export the table as CSV"],
]

/** Returns a message about a file that is no table. */
export function otherFile(start: Uint8Array): string | null {
  const bytes = Buffer.from(start).toString("latin1")
  const text = bytes.replace("\xef\xbb\xbf", "").trimStart()
  const binary = binaries.find(([first]) => bytes.startsWith(first))
  return (binary ?? texts.find(([pattern]) => pattern.test(text)))?.[1] ?? null
}
