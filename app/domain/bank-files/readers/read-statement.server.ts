import { readText } from "~/domain/csv/csv-file.server"
import { invalid } from "~/domain/shop-error"
import type { BankFileFormat, BankStatement } from "../bank-line"
import { readCamt } from "./camt"
import { isMt940, readMt940 } from "./mt940"

/** A file that states its columns itself, or the table whose columns have to be known */
export type ReadFile = { format: Exclude<BankFileFormat, "csv">; statement: BankStatement } | { format: "csv" }

/** Recognises a file by its contents. @throws ShopError `invalid` for field `file` */
export async function readStatement(bytes: Uint8Array): Promise<ReadFile> {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1_000))
  const isXml = /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start) || /^(?:\u00ff\u00fe<|\u00fe\u00ff\0<)/.test(start)
  if (isXml) return { format: "camt.053", statement: readCamt(xmlText(bytes, start)) }
  const text = await readText(async function* () {
    yield bytes
  })
  return isMt940(text) ? { format: "mt940", statement: readMt940(text) } : { format: "csv" }
}

/** Decodes XML as its byte order mark or declaration says. */
function xmlText(bytes: Uint8Array, start: string): string {
  const utf16 = start.startsWith("\u00ff\u00fe") ? "utf-16le" : start.startsWith("\u00fe\u00ff") ? "utf-16be" : null
  const declared = /^[^>]{0,60}encoding=["']([\w-]{1,20})["']/.exec(start)?.[1]?.toLowerCase()
  const encoding = utf16 ?? declared ?? "utf-8"
  if (!/^(?:utf-(?:8|16(?:le|be)?)|iso-8859-(?:1|15)|windows-125[02]|us-ascii)$/.test(encoding))
    throw invalid("The encoding of this file is unknown", "file")
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalid("This file is damaged: it has bytes that are no characters", "file")
    throw error
  }
}
