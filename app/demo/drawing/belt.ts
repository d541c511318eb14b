import { shade } from "./colour"
import { cast, rim, soft, solid, stage, surface, tube } from "./light"
import { brass, metal, oak, wood } from "./material"
import { peg } from "./scene"
import { box, fill, oval, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const belt = [beltRolled, beltBuckle, beltsHung]

const tan = "#b07a48"

function buckle(s: Sheet): string {
  const frame =
    "M-70 -96h120a26 26 0 0 1 26 26v140a26 26 0 0 1 -26 26h-120a26 26 0 0 1 -26 -26v-140a26 26 0 0 1 26 -26zM-66 -66v132h112v-132z"
  return `<g transform="translate(6 9)">${soft("M-83 -83h146v166h-146z", "#000000", 16, 0.4)}</g><g fill-rule="evenodd">${metal(s, frame, brass, 50)}</g>${tube(s, box(-64, -11, 150, 22, 10), brass, { angle: 90 })}`
}

function strapOf(s: Sheet, outline: string, colour: string): string {
  return cast(outline, 0.7) + solid(s, outline, colour, { angle: 85, depth: 0.9, edge: 7 })
}

function beltRolled(s: Sheet): string {
  const turns = times(7, (i) => {
    const r = 320 - i * 34
    return (
      fill(oval(560, 600, r), s.linear([shade(tan, 0.3), tan, shade(tan, -0.35)], 50)) +
      fill(oval(560, 600, r - 13), s.linear([shade(tan, -0.62), shade(tan, -0.5)], 50))
    )
  })
  const core = fill(oval(560, 600, 78), shade(s.ground, -0.14))
  const end = "M560 280C760 276 870 380 876 560L876 640L862 640C858 460 780 296 560 293z"
  return `${surface(s) + cast(oval(560, 600, 320), 1.6) + turns + core + s.clip(oval(560, 600, 78), soft("M500 560C520 530 560 520 600 530", "#000000", 50, 0.4)) + fill(end, tan)}<g transform="translate(876 700) rotate(90)">${strapOf(s, box(-70, -14, 90, 28, 8), tan)}${metal(s, box(-10, -70, 34, 140, 14), brass, 0)}${metal(s, box(10, -60, 90, 18, 8), brass, 90)}${metal(s, box(10, 42, 90, 18, 8), brass, 90)}${metal(s, box(90, -64, 24, 128, 11), brass, 0)}</g>`
}

function beltBuckle(s: Sheet): string {
  const lower = "M-60 500H1260V660H-60z"
  const tail = "M-60 720H780C850 720 880 760 880 800C880 840 850 880 780 880H-60z"
  return (
    surface(s) +
    `<g transform="rotate(-13 600 600)">${strapOf(s, tail, tan)}${stitches("M-60 740H776C836 740 858 772 858 800C858 828 836 860 776 860H-60", "#f0dcbc", 4, 14)}${times(5, (i) => fill(oval(260 + i * 120, 800, 14, 15), "#2a1a10") + rim(s, oval(260 + i * 120, 800, 14, 15), 4))}` +
    `${strapOf(s, lower, shade(tan, -0.06))}${stitches("M-60 520H1260M-60 640H1260", "#f0dcbc", 4, 14)}${strapOf(s, box(820, 484, 84, 192, 12), shade(tan, 0.04))}<g transform="translate(560 580) scale(1.25)">${buckle(s)}</g>${[660, 760].map((x) => metal(s, oval(x + 20, 580, 19), brass, 50) + stroke(`M${x + 8} 586L${x + 32} 574`, shade(brass, -0.6), 5)).join("")}</g>`
  )
}

function beltsHung(s: Sheet): string {
  const one = (x: number, colour: string, length: number) =>
    `<g transform="translate(${x} 0)"><g transform="translate(26 30)">${soft(box(-36, 300, 72, length, 10), "#000000", 40, 0.26, true)}</g>${solid(s, `M-36 330H36V${260 + length}Q36 ${310 + length} 0 ${316 + length}Q-36 ${310 + length} -36 ${260 + length}z`, colour, { angle: 10, edge: 7 })}${stitches(`M-26 360V${262 + length}M26 360V${262 + length}`, shade(colour, 0.5), 2.5, 9, 0.6)}${times(5, (i) => fill(oval(0, 90 + length + i * 44, 6.5), "#1c120b"))}<g transform="translate(0 300) rotate(90) scale(.62)">${buckle(s)}</g>${solid(s, box(-42, 380, 84, 34, 6), shade(colour, 0.05), { edge: 4 })}</g>`
  return (
    stage(s, 1) +
    wood(s, box(180, 160, 840, 60, 10), oak, { x: 180, y: 160, width: 840, height: 60 }, 4) +
    one(360, tan, 700) +
    one(600, "#6f4229", 740) +
    one(840, "#332e2d", 680) +
    [360, 600, 840].map((x) => peg(s, x, 226)).join("")
  )
}
