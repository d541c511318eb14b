import { shade } from "./colour"
import { cast, rim, soft, solid, surface } from "./light"
import { brass, walnut, wood } from "./material"
import { box, fill, oval, type Point, polygon, stitches, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const dice = [scattered, boxed, rolled]

const dark = "#3a2c12"

/** Facets around 0, 0, each with the light it catches from -1 to 1. */
type Facet = [light: number, ...corners: Point[]]

function solidOf(s: Sheet, facets: Facet[]): string {
  return facets
    .map(([light, ...corners]) => {
      const d = polygon(...corners)
      return (
        fill(d, s.linear([shade(brass, light + 0.2), shade(brass, light - 0.1)], 50)) +
        stroke(d, shade(brass, 0.6), 2.5, 0.55)
      )
    })
    .join("")
}

function ring(count: number, r: number, turn = 0): Point[] {
  return Array.from(
    { length: count },
    (_, i) =>
      [
        r * Math.cos(((turn + (i * 360) / count) * Math.PI) / 180),
        r * Math.sin(((turn + (i * 360) / count) * Math.PI) / 180),
      ] as Point,
  )
}

function fan(outer: Point[], inner: Point[], lights: number[]): Facet[] {
  return outer.map((p, i) => [
    lights[i % lights.length] as number,
    p,
    outer[(i + 1) % outer.length] as Point,
    inner[(i + 1) % inner.length] as Point,
    inner[i % inner.length] as Point,
  ])
}

function pip(x: number, y: number, r = 11, squash = 1): string {
  return fill(oval(x, y, r, r * squash), dark, 0.85)
}

function d20(s: Sheet): string {
  const hexagon = ring(6, 130, -90)
  const triangle = ring(3, 78, -90)
  const at = (i: number) => hexagon[i % 6] as Point
  const [a, b, c] = triangle as [Point, Point, Point]
  return (
    solidOf(s, [
      [0.38, a, b, c],
      [0.1, a, at(0), at(1)],
      [0.02, a, at(1), b],
      [-0.2, b, at(1), at(2)],
      [-0.4, b, at(2), at(3)],
      [-0.3, b, at(3), c],
      [-0.22, c, at(3), at(4)],
      [0.06, c, at(4), at(5)],
      [0.3, c, at(5), a],
      [0.46, a, at(5), at(0)],
    ]) +
    pip(0, 10, 9) +
    pip(-18, 28, 7) +
    pip(18, 28, 7)
  )
}

function d12(s: Sheet): string {
  const lights = [0.32, 0, -0.24, -0.3, 0.16]
  return solidOf(s, [[0.3, ...ring(5, 72, -90)], ...fan(ring(5, 128, -90), ring(5, 72, -90), lights)]) + pip(0, 0, 10)
}

function d6(s: Sheet): string {
  const [w, h] = [112, 64]
  return (
    solidOf(s, [
      [0.4, [0, -h * 2], [w, -h], [0, 0], [-w, -h]],
      [0.02, [-w, -h], [0, 0], [0, 122], [-w, 122 - h]],
      [-0.3, [w, -h], [0, 0], [0, 122], [w, 122 - h]],
    ]) +
    pip(0, -h, 15, 0.58) +
    [
      [-82, -18],
      [-30, 72],
    ]
      .map(([x = 0, y = 0]) => pip(x, y, 11))
      .join("") +
    [
      [30, 14],
      [82, -16],
      [56, 28],
      [30, 72],
      [82, 42],
    ]
      .map(([x = 0, y = 0]) => pip(x, y, 10))
      .join("")
  )
}

function d8(s: Sheet): string {
  return (
    solidOf(s, [
      [0.36, [0, -128], [-104, 24], [34, 58]],
      [-0.18, [0, -128], [34, 58], [108, 6]],
      [0.02, [-104, 24], [34, 58], [0, 118]],
      [-0.4, [34, 58], [108, 6], [0, 118]],
    ]) + pip(-24, -6, 10)
  )
}

function d4(s: Sheet): string {
  return (
    solidOf(s, [
      [0.3, [-8, -120], [-116, 84], [36, 112]],
      [-0.26, [-8, -120], [36, 112], [112, 52]],
    ]) +
    pip(-34, 40, 9) +
    pip(-22, -16, 9)
  )
}

function d10(s: Sheet): string {
  return (
    solidOf(s, [
      [0.36, [0, -122], [-56, 8], [0, 52], [56, 8]],
      [0.06, [0, -122], [-112, -4], [-96, 30], [-56, 8]],
      [-0.2, [0, -122], [112, -4], [96, 30], [56, 8]],
      [-0.06, [-96, 30], [-56, 8], [0, 52], [0, 118]],
      [-0.42, [96, 30], [56, 8], [0, 52], [0, 118]],
    ]) +
    pip(-12, -10, 9) +
    pip(14, -10, 9)
  )
}

function die(s: Sheet, draw: (s: Sheet) => string, x: number, y: number, size = 1, turn = 0): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><g transform="translate(20 34)">${soft(oval(0, 20, 92, 80), "#000000", 44, 0.42, true)}</g><g transform="rotate(${turn})">${draw(s)}</g></g>`
}

function scattered(s: Sheet): string {
  return (
    surface(s) +
    die(s, d20, 600, 560, 1.5, 8) +
    die(s, d12, 300, 360, 1.05, -10) +
    die(s, d8, 900, 350, 1.05, 10) +
    die(s, d4, 270, 760, 1.05, -6) +
    die(s, d6, 920, 760, 1.1, 0) +
    die(s, d10, 560, 950, 1, 14) +
    die(s, d10, 620, 210, 0.9, -30)
  )
}

function boxed(s: Sheet): string {
  const tray = box(120, 480, 960, 330, 16)
  const bed = (x: number) => fill(oval(x, 645, 74), s.radial(["#2c1b12", "#3c271b"])) + rim(s, oval(x, 645, 74), 5, 0.5)
  const xs = [222, 348, 474, 600, 726, 852, 978]
  const draws = [d4, d6, d8, d10, d10, d12, d20]
  const lid = box(330, 200, 960, 300, 14)
  return `${surface(s)}<g transform="rotate(-9 600 600)">${cast(tray, 1.3)}${wood(s, tray, walnut, { x: 120, y: 480, width: 960, height: 330 }, 3, 12)}${xs.map(bed).join("")}${xs.map((x, i) => die(s, draws[i] as (t: Sheet) => string, x, 640, 0.5)).join("")}<g transform="translate(60 700) rotate(5 600 300)">${cast(lid, 1)}${wood(s, lid, shade(walnut, 0.08), { x: 330, y: 200, width: 960, height: 300 }, 14, 12)}${solid(s, oval(450, 350, 44, 60), shade(walnut, -0.2), { angle: 235, edge: 5 })}</g></g>`
}

function rolled(s: Sheet): string {
  const tray = "M250 160H950L1060 270V930L950 1040H250L140 930V270z"
  const inner = "M280 230H920L990 300V900L920 970H280L210 900V300z"
  return (
    surface(s) +
    cast(tray, 1.3) +
    solid(s, tray, "#7a4a30", { edge: 14 }) +
    stitches("M262 192H938L1028 282V918L938 1008H262L172 918V282z", "#d9b58e", 4, 14) +
    solid(s, inner, "#4f5a4c", { angle: 235, depth: 0.8, edge: 8 }) +
    soft(inner, "#000000", 30, 0.3) +
    die(s, d20, 470, 520, 1.35, -16) +
    die(s, d6, 760, 740, 1.25, 0)
  )
}
