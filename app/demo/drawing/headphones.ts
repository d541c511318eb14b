import { shade } from "./colour"
import { cast, contact, rim, soft, solid, stage, surface } from "./light"
import { dots, metal } from "./material"
import { books, peg, plank } from "./scene"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

const shell = "#a59d92"
const leather = "#b98a5e"

export const headphones = [front, laidFlat, onPeg]

function front(s: Sheet): string {
  return (
    stage(s) +
    contact(s, 360, 942, 130) +
    contact(s, 840, 942, 130) +
    place(pair(s), 600, 940, { scale: 1.16, from: [600, 900] })
  )
}

/** From the front, standing on its cups at y 900. */
export function pair(s: Sheet, body = shell, pads = leather): string {
  const half = (side: string) => {
    const cup = box(292, 590, 104, 310, 52)
    const pad = box(384, 606, 88, 278, 44)
    const arm = box(352, 470, 26, 170, 10)
    return `<g${side}>${metal(s, arm, "#b5b2ac")}${solid(s, pad, pads, { angle: 30, edge: 10 })}${stitches("M428 624V866", shade(pads, 0.35), 3, 9, 0.5)}${solid(s, cup, body, { angle: 40, edge: 12 })}${fill(box(306, 660, 6, 170, 3), "#fffaf0", 0.35)}${solid(s, oval(364, 640, 17), shade(body, 0.2), { edge: 5 })}</g>`
  }
  return band(s, body, pads) + half("") + half(' transform="translate(1200 0) scale(-1 1)"')
}

function band(s: Sheet, body: string, pads: string): string {
  const arc = "M365 560C352 330 452 232 600 232S848 330 835 560"
  const cushion = "M452 352C490 302 540 284 600 284S710 302 748 352"
  return (
    stroke(cushion, s.linear([shade(pads, -0.3), shade(pads, 0.05), shade(pads, -0.34)], 0), 54) +
    stroke(arc, s.linear([shade(body, -0.1), shade(body, 0.18), shade(body, -0.38)], 8), 40) +
    stroke("M352 552C340 326 446 219 600 219C690 219 750 248 790 300", "#fffaf0", 6, 0.45) +
    stitches("M452 374C494 322 540 308 600 308S706 322 748 374", shade(pads, 0.4), 3, 9, 0.5)
  )
}

/** One cup seen from outside, a disc around x, y. */
function disc(s: Sheet, x: number, y: number): string {
  return (
    solid(s, oval(x, y, 150), leather, { edge: 14 }) +
    solid(s, oval(x, y, 136), shell, { edge: 10 }) +
    solid(s, oval(x, y, 96), shade(shell, 0.08), { angle: 230, edge: 0 }) +
    dots(s, oval(x, y, 94), 15, 3.2, "#1a1411", 0.4) +
    rim(s, oval(x, y, 96), 6, 0.6) +
    solid(s, oval(x, y, 22), shade(shell, 0.25), { edge: 4 })
  )
}

function laidFlat(s: Sheet): string {
  const arc = "M250 560C210 240 400 130 560 130S900 250 862 560"
  const pouch = box(640, 700, 420, 330, 26)
  const coil = times(4, (i) => stroke(oval(300, 900, 150 - i * 17, 128 - i * 17), i % 2 ? "#8a8175" : "#968d80", 11))
  return (
    surface(s) +
    `<g transform="rotate(-7 600 600)">${cast(pouch, 0.7)}${solid(s, pouch, "#8d8b86", { edge: 6 })}${stitches(box(658, 718, 384, 294, 16), "#d9d4c8", 3, 10, 0.6)}${stroke("M1060 770C1120 780 1120 840 1090 872", leather, 9)}</g>` +
    `<g transform="translate(14 20)">${soft(arc, "#000000", 46, 0.34)}${soft(oval(300, 900, 124, 100), "#000000", 60, 0.34)}</g>` +
    coil +
    stroke("M440 860C520 800 560 840 610 900", "#8a8175", 11) +
    solid(s, box(600, 888, 76, 22, 8), "#57524c", { edge: 4 }) +
    stroke(arc, s.linear([shade(shell, 0.2), shell, shade(shell, -0.3)], 10), 44) +
    stroke(
      "M330 330C380 210 470 170 560 170S760 210 800 330",
      s.linear([leather, shade(leather, 0.14), shade(leather, -0.26)], 0),
      40,
    ) +
    stitches("M330 330C380 210 470 170 560 170S760 210 800 330", shade(leather, 0.45), 3, 10, 0.55) +
    cast(oval(262, 560, 150) + oval(850, 560, 150), 0.9) +
    disc(s, 262, 560) +
    disc(s, 850, 560)
  )
}

function onPeg(s: Sheet): string {
  const shelf = [
    { width: 62, height: 210, colour: "#6d7a6b" },
    { width: 44, height: 178, colour: "#d8cbb0" },
    { width: 74, height: 228, colour: "#8a5240" },
    { width: 36, height: 190, colour: "#e6dcc9" },
    { width: 56, height: 204, colour: "#3f4a50" },
  ]
  return (
    stage(s, 0.95) +
    peg(s, 600, 216) +
    `<g transform="translate(34 34)">${soft("M394 720C380 430 440 300 600 300S820 430 806 720", "#000000", 60, 0.3)}</g>` +
    place(pair(s), 600, 246, { scale: 0.82, from: [600, 250] }) +
    peg(s, 600, 228) +
    plank(s, 1040) +
    books(s, 120, 1040, shelf) +
    `<g transform="rotate(8 452 1040)">${books(s, 448, 1040, [{ width: 46, height: 196, colour: "#b98b56" }])}</g>` +
    contact(s, 940, 1040, 70, 0.6) +
    solid(s, "M880 1040C850 980 866 910 905 890V860H975V890C1014 910 1030 980 1000 1040z", "#e9e2d3")
  )
}
