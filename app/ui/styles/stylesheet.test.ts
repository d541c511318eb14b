import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { olderColours } from "./older-colours.mjs"

const folder = new URL(".", import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"))
const read = (name: string) => readFileSync(new URL(name, folder), "utf8")

test("every stylesheet is included, in its own layer", () => {
  const index = read("index.css")
  for (const name of files.filter((name) => !["index.css", "fonts.css", "plain.css"].includes(name))) {
    expect(index).toMatch(new RegExp(`@import "\\./${name}" layer\\(\\w+\\)`))
  }
})

test("all styles fit into 15 kB compressed, without the line breaks that the build removes", () => {
  expect(
    gzipSync(
      files
        .filter((name) => name !== "plain.css")
        .map(read)
        .join("\n")
        .replace(/\s+/g, " "),
    ).length,
  ).toBeLessThan(15_000)
})

test("engines without layers get a plain stylesheet of at most 4 kB, and others do not apply it", () => {
  const plain = read("plain.css")
  expect(plain.length).toBeLessThanOrEqual(4_000)
  expect(plain).not.toMatch(/@|var\(|light-dark|:(is|where|has)\(|&/)
  expect(read("index.css")).toContain('@import "./plain.css" supports(not (all: revert-layer));')
})

test("browsers without light-dark() get the same colours", () => {
  const colours = [...read("tokens.css").matchAll(/(--[\w-]+): (light-dark\((.*?\)), (.*?\))\));/g)]
  let older = ""
  olderColours.Once({
    walkDecls(visit: (declaration: { prop?: string; value?: string }) => void) {
      for (const [, prop, value] of colours) visit({ prop, value })
    },
    append: (rules: string) => (older = rules),
  })
  for (const [, token, , light, dark] of colours)
    expect([...older.matchAll(new RegExp(`${token}: (.*?);`, "g"))].map((found) => found[1])).toEqual([light, dark])
})

test("styles that depend on scripts apply only once they run", () => {
  for (const name of files) expect([name, /\(scripting:/.test(read(name))]).toEqual([name, false])
})

type Theme = "light" | "dark"
const themes: Theme[] = ["light", "dark"]
const texts = ["ink", "muted", "accent", "good", "bad"]
const grounds = ["paper", "raised", "well"]
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...(["accent", "good", "bad"] as const).map((text) => [text, `${text}-well`] as const),
  ...(["ink", "accent", "bad"] as const).map((ground) => ["paper", ground] as const),
]

test.each(themes)("text has a contrast of 4.5 to 1 on every background in the %s theme", (theme) => {
  for (const [text, ground] of pairs)
    expect([text, ground, contrast(text, ground, theme) >= 4.5]).toEqual([text, ground, true])
})

test.each(themes)("the edges of controls and the stars have a contrast of 3 to 1 in the %s theme", (theme) => {
  for (const edge of ["edge", "star"]) expect(contrast(edge, "paper", theme)).toBeGreaterThanOrEqual(3)
})

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [luminance(one, theme), luminance(other, theme)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The relative luminance of a token, from its oklch() by Björn Ottosson's matrices */
function luminance(token: string, theme: Theme): number {
  const colours = read("tokens.css").match(
    new RegExp(`--${token}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))`),
  )
  const [lightness = 0, chroma = 0, hue = 0] = [
    ...(colours?.[theme === "light" ? 1 : 2] ?? "").matchAll(/[\d.]+/g),
  ].map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const shown = (part: number) => Math.min(1, Math.max(0, part))
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue)
}
