import { shade } from "./colour"
import { cloth, crewNeck, foldedEdge } from "./garments"
import { cast, contact, folds, rim, soft, solid, stage, surface, tube } from "./light"
import { knit, oak, ribs, wood } from "./material"
import { box, curve, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const sweater = [flat, onChair, yarn]

const oatmeal = "#d8c7a8"

function ribbed(s: Sheet, outline: string, colour: string, pitch = 13): string {
  return cast(outline, 0.2) + solid(s, outline, shade(colour, -0.03), { depth: 0.8, edge: 8 }) + ribs(s, outline, pitch)
}

function flat(s: Sheet): string {
  const body =
    "M480 262C440 276 396 290 356 312C352 430 376 520 378 640C380 760 376 830 374 900H826C824 830 820 760 822 640C824 520 848 430 844 312C804 290 760 276 720 262z"
  const left = "M356 312C300 340 270 400 250 490L168 868C196 890 240 902 280 900L378 560C384 470 376 390 356 312z"
  const right = "M844 312C900 340 930 400 950 490L1032 868C1004 890 960 902 920 900L822 560C816 470 824 390 844 312z"
  return (
    surface(s) +
    `<g transform="translate(0 -20)">` +
    [left, right]
      .map(
        (d, i) =>
          cloth(s, d, oatmeal, [i ? "M900 480C930 600 950 720 970 820" : "M300 480C270 600 250 720 230 820"], {
            height: 1,
          }) + knit(s, d, 12),
      )
      .join("") +
    ribbed(s, "M168 868L152 962C180 984 226 992 262 988L280 900C240 902 196 890 168 868z", oatmeal) +
    ribbed(s, "M1032 868L1048 962C1020 984 974 992 938 988L920 900C960 902 1004 890 1032 868z", oatmeal) +
    cloth(
      s,
      body,
      oatmeal,
      [
        "M440 480C450 600 430 720 440 860",
        "M760 480C750 620 780 740 756 870",
        "M382 580C410 660 420 740 410 840",
        "M818 580C800 660 780 740 790 840",
      ],
      { height: 0.9, width: 26 },
    ) +
    knit(s, body, 12) +
    stroke("M480 268C440 330 400 430 380 560M720 268C760 330 800 430 820 560", shade(oatmeal, -0.3), 5, 0.4) +
    ribbed(s, "M374 896H826L816 992C680 1004 520 1004 384 992z", oatmeal) +
    crewNeck(s, 264, oatmeal, 96, 60) +
    ribs(s, "M474 260C520 360 680 360 726 260L696 264C650 330 550 330 504 264z", 13) +
    `</g>`
  )
}

function onChair(s: Sheet): string {
  const post = (x: number) => wood(s, box(x, 180, 34, 920, 14), oak, { x, y: 180, width: 34, height: 920 }, x)
  const seat = box(240, 700, 720, 44, 16)
  return (
    stage(s, 0.86) +
    contact(s, 600, 1096, 420, 0.8) +
    post(280) +
    post(886) +
    [240, 330]
      .map((y, i) => wood(s, box(300, y, 600, 46, 20), oak, { x: 300, y, width: 600, height: 46 }, 40 + i))
      .join("") +
    [330, 836].map((x) => fill(box(x, 740, 26, 300, 8), shade(oak, -0.38))).join("") +
    wood(s, box(310, 900, 580, 24, 10), shade(oak, -0.14), { x: 310, y: 900, width: 580, height: 24 }, 50) +
    wood(s, box(256, 740, 40, 360, 12), oak, { x: 256, y: 740, width: 40, height: 360 }, 61) +
    wood(s, box(904, 740, 40, 360, 12), oak, { x: 904, y: 740, width: 40, height: 360 }, 62) +
    contact(s, 600, 700, 270, 1) +
    foldedEdge(s, 600, 704, 520, 96, oatmeal) +
    knit(s, box(344, 612, 512, 90, 36), 12) +
    foldedEdge(s, 590, 612, 500, 100, shade(oatmeal, 0.05)) +
    knit(s, box(344, 516, 490, 94, 38), 12) +
    ribbed(s, "M420 514C430 480 480 470 520 470H690C740 470 770 490 776 516C660 530 530 530 420 514z", oatmeal) +
    wood(s, seat, oak, { x: 240, y: 700, width: 720, height: 44 }, 6)
  )
}

function yarn(s: Sheet): string {
  const colours = ["#d8c7a8", "#9a8f80", "#c9a58c"]
  const skein = (x: number, y: number, r: number, colour: string, turn: number) => {
    const outline = oval(x, y, r)
    const winding = (angle: number, half: number) => {
      const lines = times(Math.round(half / 7), (i) => {
        const rise = (i / Math.round(half / 7) - 0.5) * 2 * half
        return `M${x - r} ${y + rise * 0.7}Q${x} ${y + rise * 1.25 - r * 0.16} ${x + r} ${y + rise * 0.7}`
      })
      const band = oval(x, y, r, half)
      return `<g transform="rotate(${angle} ${x} ${y})">${half < r ? fill(oval(x, y + 5, r, half), "#1a1411", 0.16) : ""}${fill(band, colour)}${s.clip(band, `${stroke(lines, shade(colour, -0.4), 3.5, 0.5)}<g transform="translate(0 4)">${stroke(lines, shade(colour, 0.5), 3, 0.5)}</g>`)}</g>`
    }
    const light = s.radial(
      [
        ["#fffaf0", 0, 0.34],
        ["#fffaf0", 0.4, 0],
        ["#1a1411", 0.66, 0],
        ["#1a1411", 1, 0.5],
      ],
      0.38,
      0.34,
      0.74,
    )
    return `<g transform="translate(14 26)">${soft(oval(x, y, r * 0.92), "#000000", 44, 0.4, true)}</g>${winding(turn, r)}${s.clip(outline, winding(turn + 58, r * 0.62) + winding(turn - 50, r * 0.42))}${fill(outline, light)}`
  }
  const swatch = box(560, 620, 470, 420, 10)
  const tail = curve([
    [420, 520],
    [520, 600],
    [480, 700],
    [540, 760],
    [600, 720],
  ])
  return (
    surface(s) +
    `<g transform="rotate(6 790 830)">${cast(swatch, 0.6)}${solid(s, swatch, oatmeal, { edge: 10, depth: 0.6 })}${knit(s, swatch, 26, 1.5)}${folds(s, swatch, ["M640 640C660 760 640 900 660 1030", "M900 640C920 780 890 900 910 1030"], 24, 0.5)}${rim(s, swatch, 12)}</g>` +
    stroke(tail, shade(oatmeal, -0.3), 11) +
    stroke(tail, oatmeal, 8) +
    skein(380, 390, 220, colours[0] as string, 1) +
    skein(820, 360, 170, colours[1] as string, 2) +
    skein(300, 840, 150, colours[2] as string, 3) +
    place(
      tube(s, "M300 900L880 884L880 900L300 916z", oak, { angle: 90 }) + tube(s, box(876, 872, 30, 40, 12), oak),
      560,
      1040,
      { from: [590, 900], turn: -28 },
    )
  )
}
