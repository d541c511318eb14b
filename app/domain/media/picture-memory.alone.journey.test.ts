import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp, { type Sharp } from "sharp"
import { expect, test } from "vitest"
import { PictureWorker } from "./picture-worker.server"

const [WIDTH, HEIGHT] = [8192, 6144]
/** The memory that two concurrent AVIF pictures of 24 megapixels took when these were the largest allowed */
const MOST_MEMORY = 560

/** A picture without fine detail, which would make PNG files too large */
async function photograph(encode: (picture: Sharp) => Sharp, isFine: boolean): Promise<Buffer> {
  const [width, height] = isFine ? [256, 192] : [8, 6]
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 }
  const small = sharp({ create: { width, height, channels: 3, background: "grey", noise } }).png()
  return encode(sharp(await small.toBuffer()).resize(WIDTH, HEIGHT)).toBuffer()
}

test.each<[string, (picture: Sharp) => Sharp]>([
  ["a JPEG", (picture) => picture.jpeg({ quality: 90 })],
  ["a JPEG on its side", (picture) => picture.jpeg({ quality: 90 }).withMetadata({ orientation: 6 })],
  ["a progressive JPEG", (picture) => picture.jpeg({ progressive: true, chromaSubsampling: "4:4:4" })],
  ["a PNG", (picture) => picture.png({ compressionLevel: 6 })],
  ["a PNG of 16 bits", (picture) => picture.toColourspace("rgb16").png({ compressionLevel: 6 })],
  ["an interlaced PNG", (picture) => picture.png({ compressionLevel: 6, progressive: true })],
  ["a WebP", (picture) => picture.webp({ quality: 75, effort: 0 })],
])("%s of 50 megapixels takes at most the memory of the largest picture before", async (kind, encode) => {
  const bytes = await photograph(encode, !kind.includes("PNG"))
  expect(bytes.length).toBeLessThan(20 * 1024 * 1024)
  const others = new Set(children())
  const worker = new PictureWorker(join(process.cwd(), "build/server/picture-worker.js"), { idleTimeout: 1_000 })
  const both = await Promise.all([1, 2].map(() => worker.run({ kind: "upload", bytes })))
  for (const { width, height } of both) expect(Math.max(width, height)).toBeGreaterThanOrEqual(1280)
  const peaks = children()
    .filter((pid) => !others.has(pid))
    .map(peakMemory)
  if (process.platform === "linux") expect(peaks).not.toEqual([])
  expect(Math.max(0, ...peaks)).toBeLessThan(MOST_MEMORY)
})

/** Null if the operating system does not report it */
function children(): string[] {
  if (process.platform !== "linux") return []
  return readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  )
}

/** Megabytes */
function peakMemory(pid: string): number {
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
}
