import { shade } from "./colour"
import { cast, rim, solid, surface, tube } from "./light"
import { dots, metal } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const handheld = [front, back, withCase]

const shell = box(90, 380, 1020, 430, 96)
const ink = "#34373b"

/** The console from the front, around 600, 595. */
function device(s: Sheet): string {
  const screen = box(282, 416, 636, 358, 18)
  const view = box(296, 430, 608, 330, 8)
  const scene =
    fill(view, s.linear(["#8fb0bd", "#e9d9b8", "#e7b98a"])) +
    fill(oval(690, 560, 46), "#fbe9c6") +
    fill("M296 660L400 560L470 620L590 500L720 640L800 580L904 670V760H296z", "#6e8590") +
    fill("M590 500L640 554L606 560L580 540L552 548z", "#eef1ec") +
    fill("M296 700C420 650 540 690 640 680S820 660 904 690V760H296z", "#4c6a5c") +
    fill("M296 740C420 710 620 730 904 724V760H296z", "#33493f") +
    times(9, (i) => fill(`M${316 + i * 70} 724l14 -52l14 52z`, "#2c4038"))
  const stick = (x: number, y: number) =>
    fill(oval(x, y, 62), "#1d1f22") +
    solid(s, oval(x, y, 48), "#4a4d52", { edge: 6 }) +
    solid(s, oval(x, y, 32), "#42454a", { angle: 235, edge: 3 })
  return (
    tube(s, box(130, 362, 150, 40, 14), "#26282b") +
    tube(s, box(920, 362, 150, 40, 14), "#26282b") +
    solid(s, shell, ink, { angle: 62, edge: 14 }) +
    fill(screen, "#141517") +
    s.clip(view, scene) +
    fill("M296 430H640L470 760H296z", "#ffffff", 0.07) +
    rim(s, screen, 4, 0.5) +
    stick(186, 510) +
    stick(1014, 660) +
    solid(s, "M170 610h32v32h32v32h-32v32h-32v-32h-32v-32h32z", "#4a4d52", { edge: 4 }) +
    (
      [
        [1014, 452, "#c9a24a"],
        [1014, 556, "#7a8f6a"],
        [962, 504, "#5f7f96"],
        [1066, 504, "#b4583f"],
      ] as const
    )
      .map(([x, y, c]) => solid(s, oval(x, y, 25), c, { edge: 4 }))
      .join("") +
    [0, 1, 2, 3, 4]
      .map((i) => fill(oval(150 + i * 18, 768, 4), "#111214") + fill(oval(980 + i * 18, 768, 4), "#111214"))
      .join("")
  )
}

function front(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(-7 600 600)">${cast(shell, 1.5)}${device(s)}</g>`
}

function back(s: Sheet): string {
  const grip = (side: string) => {
    const hump =
      "M110 440C110 400 150 384 220 386C290 400 310 500 300 620C290 740 240 806 186 806C120 800 96 740 96 640C98 560 104 500 110 440z"
    return `<g${side}>${cast(hump, 0.5)}${solid(s, hump, shade(ink, 0.05), { angle: 50, edge: 12 })}${dots(s, "M130 520C180 500 240 520 270 560C270 680 230 770 180 780C130 760 116 640 130 520z", 14, 3, "#0d0e10", 0.5)}${tube(s, "M126 352H290Q300 352 300 364V392C240 380 180 380 110 410V372Q112 352 126 352z", "#232528")}</g>`
  }
  return (
    surface(s) +
    `<g transform="rotate(6 600 600)">${cast(shell, 1.5)}${solid(s, shell, ink, { angle: 62, edge: 14 })}${grip("")}${grip(' transform="translate(1200 0) scale(-1 1)"')}${solid(s, box(380, 470, 440, 250, 26), shade(ink, -0.12), { angle: 240, edge: 5 })}${times(22, (i) => fill(box(408 + i * 17.6, 506, 9, 96, 4), "#0f1012"))}` +
    `${solid(s, box(420, 640, 360, 52, 14), shade(ink, 0.06), { edge: 5 })}${[
      [370, 420],
      [830, 420],
      [370, 770],
      [830, 770],
    ]
      .map(([x = 0, y = 0]) => metal(s, oval(x, y, 11), "#8d8f92", 50))
      .join("")}</g>`
  )
}

function withCase(s: Sheet): string {
  const pouch = box(120, 130, 780, 460, 90)
  const zip = box(150, 160, 720, 400, 70)
  const card = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${cast(box(-52, -66, 104, 132, 10), 0.4)}${solid(s, "M-52 -56a10 10 0 0 1 10 -10H36L52 -50V56a10 10 0 0 1 -10 10H-42a10 10 0 0 1 -10 -10z", colour, { edge: 5 })}${fill(box(-38, -48, 76, 62, 6), shade(colour, 0.5), 0.85)}${times(5, (i) => fill(box(-34 + i * 15, 42, 9, 18, 2), "#d0ae62"))}</g>`
  const charger = `${stroke("M1010 470C1080 560 1150 620 1090 700C1040 760 960 720 900 770", "#d8d4cb", 13)}${cast(box(930, 330, 150, 150, 30), 0.9)}${solid(s, box(930, 330, 150, 150, 30), "#eae6dd", { edge: 9 })}${metal(s, box(962, 290, 18, 44, 4), "#c9c6bf", 0)}${metal(s, box(1030, 290, 18, 44, 4), "#c9c6bf", 0)}`
  return (
    surface(s) +
    `<g transform="rotate(-8 510 360)">${cast(pouch, 1.1)}${solid(s, pouch, "#8b7a6a", { edge: 12 })}${dots(s, pouch, 10, 1.8, "#f1e6d6", 0.18)}${stroke(zip, "#5b4d41", 13)}${stitches(zip, "#c9a565", 7, 5)}${metal(s, box(846, 330, 26, 74, 10), "#c9a565", 0)}${fill(box(852, 396, 14, 60, 7), "#b4583f")}</g>` +
    charger +
    place(cast(shell, 1.2) + device(s), 470, 780, { scale: 0.76, turn: -4, from: [600, 595] }) +
    card(960, 900, 12, "#5f7f96") +
    card(1080, 1000, -10, "#b4583f") +
    card(930, 1060, -24, "#7a8f6a")
  )
}
