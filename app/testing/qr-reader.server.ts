import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import type { QrCode } from "~/domain/bank-transfer/qr-code"

/** Whether this machine has a program that reads QR codes */
export const hasQrReader = isInstalled("zbarimg")

/** Reads a code as a scanner does, from its picture; as bytes, because scanners guess the encoding of texts. */
export async function readQrCode({ size, path }: QrCode, overlay = ""): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}"
    ><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}" shape-rendering="crispEdges"/>${overlay}</svg>`
  const folder = await mkdtemp(join(tmpdir(), "counter-qr-"))
  try {
    const file = join(folder, "code.png")
    await writeFile(file, await sharp(Buffer.from(svg)).png().toBuffer())
    return execFileSync("zbarimg", ["--quiet", "--raw", "--oneshot", "-Sbinary", file])
  } finally {
    await rm(folder, { recursive: true })
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
