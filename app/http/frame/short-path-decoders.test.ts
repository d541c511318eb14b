import { execFile, execFileSync, spawnSync } from "node:child_process"
import { once } from "node:events"
import { promisify } from "node:util"
import { createGunzip, gunzipSync, inflateRawSync } from "node:zlib"
import { beforeAll, expect, test } from "vitest"
import { openCacheTest, rawRequest } from "~/testing/pages/cached-responses.server"
import { aMember } from "~/testing/shop/people.server"

const run = promisify(execFile)
const here = openCacheTest({ maxStaleness: 60_000 })
const NAME = "Ada „Lovelace“ — 愛"

interface Page {
  path: string
  bytes: Buffer
  text: string
}

const pages: Page[] = []
let Cookie: string

beforeAll(async () => {
  Cookie = (await here.signedIn(await aMember(here.shop, { name: NAME }))).cookie
  for (const path of ["/", "/products", here.page, "/contact"]) {
    const ask = () => rawRequest(here.url + path, { "Accept-Encoding": "gzip", Accept: "text/html", Cookie })
    for (let time = 0; time < 3; time++) await ask()
    const { body, headers } = await ask()
    expect([headers["content-encoding"], headers["content-length"]]).toEqual(["gzip", String(body.length)])
    pages.push({ path, bytes: body, text: gunzipSync(body).toString() })
  }
})

test("a page for one person is a single gzip member with nothing behind it", () => {
  for (const { path, bytes, text } of pages) {
    const member = bytes.subarray(HEADER, -TRAILER)
    const { buffer, engine } = inflateRawSync(member, { info: true }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    expect([path, engine.bytesWritten, buffer.toString() === text]).toEqual([path, member.length, true])
    expect(bytes.readUInt32LE(bytes.length - 4)).toBe(buffer.length)
    expect(text).toMatch(/^<!DOCTYPE html>.*<\/html>$/s)
    expect(text).toContain(NAME)
  }
})

/** Bytes around the compressed text (RFC 1952, section 2.3) */
const HEADER = 10
const TRAILER = 8

test("Node reads it byte by byte, and the web's strict stream reads it", async () => {
  for (const { bytes, text } of pages) {
    const slow = createGunzip()
    const parts: Buffer[] = []
    slow.on("data", (part) => parts.push(part))
    for (const byte of bytes) if (!slow.write(Buffer.from([byte]))) await once(slow, "drain")
    slow.end()
    await once(slow, "end")
    expect(Buffer.concat(parts).toString() === text).toBe(true)
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"))
    expect((await new Response(stream).text()) === text).toBe(true)
  }
})

test("a damaged or shortened page is refused", () => {
  for (const { bytes } of pages)
    for (const damaged of [bytes.subarray(0, -1), bytes.subarray(0, -TRAILER), flipped(bytes, bytes.length - TRAILER)])
      expect(() => gunzipSync(damaged)).toThrow()
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const PYTHON = `
import sys, zlib
member = zlib.decompressobj(31)
text = member.decompress(sys.stdin.buffer.read())
assert member.eof and not member.unused_data and not member.unconsumed_tail
sys.stdout.buffer.write(text)`
const PERL = `
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);
binmode STDIN; binmode STDOUT;
gunzip('-' => '-', Strict => 1, TrailingData => my $rest) or die $GunzipError;
die "trailing data" if defined $rest && length $rest`

/** Programs that read a page from their standard input, where they are installed */
const programs: [string, ...string[]][] = [
  ["gzip", "-dc"],
  ["gzip", "-t"],
  ["python3", "-c", PYTHON],
  ["python3", "-c", "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"],
  ["perl", "-e", PERL],
  ["busybox", "gunzip", "-c"],
  ["pigz", "-dc"],
]
const installed = programs.filter(([program]) => spawnSync(program, ["--help"]).error === undefined)

test.each(installed)("%s %s reads it", (program, ...options) => {
  for (const { bytes, text } of pages) {
    const read = execFileSync(program, options, { input: bytes, maxBuffer: 2 ** 24, stdio: ["pipe", "pipe", "pipe"] })
    if (options[0] !== "-t") expect(read.toString() === text).toBe(true)
  }
})

/** Browsers and other programs that request the page themselves */
const clients: [string, (url: string) => string[]][] = [
  ["curl", (url) => ["-sS", "--compressed", "-H", "Accept-Encoding: gzip", "-H", `Cookie: ${Cookie}`, url]],
  ["wget", (url) => ["-q", "-O-", "--compression=gzip", "--header", `Cookie: ${Cookie}`, url]],
]

test.each(clients.filter(([program]) => spawnSync(program, ["--version"]).error === undefined))(
  "%s requests and reads it",
  async (program, options) => {
    for (const { path, text } of pages) {
      const { stdout } = await run(program, options(here.url + path), { maxBuffer: 2 ** 24 })
      // Only the nonce and the id of the request differ, whose lengths are fixed.
      expect([path, stdout.length, stdout.includes(NAME)]).toEqual([path, text.length, true])
      expect(stdout).toMatch(/<\/html>$/)
    }
  },
)
