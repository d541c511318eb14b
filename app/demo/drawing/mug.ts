import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { metal, oak } from "./material"
import { plank, steam } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const mug = [hero, above, onHooks]

const oat = "#e2d8c4"
const clayFoot = "#b0764f"

function speckles(s: Sheet, outline: string, x: number, y: number, w: number, h: number): string {
  return s.clip(
    outline,
    times(70, (i) => fill(oval(x + ((i * 137.5) % w), y + ((i * 83.7) % h), 2 + (i % 4) * 0.9), "#5b4a38", 0.5)),
  )
}

/** The mug from the side, standing on y 920, handle to the right. */
function cup(s: Sheet, glaze: string): string {
  const body =
    "M330 420C330 400 870 400 870 420C870 600 856 780 836 880Q830 906 800 906H400Q370 906 364 880C344 780 330 600 330 420z"
  const handle = "M846 500C960 480 1030 540 1024 640C1018 750 930 800 836 790"
  const foot = "M372 884H828L812 918Q808 922 800 922H400Q392 922 388 918z"
  return `${stroke(handle, shade(glaze, -0.32), 66) + stroke(handle, shade(glaze, -0.05), 54)}<g transform="translate(-8 -10)">${stroke(handle, shade(glaze, 0.5), 14, 0.7)}</g>${tube(s, foot, clayFoot)}${tube(s, body, glaze, { depth: 0.8 })}${speckles(s, body, 330, 420, 540, 480)}${fill("M364 866C480 890 720 890 836 866L832 890C720 910 480 910 368 890z", shade(glaze, -0.4), 0.25)}${fill(oval(600, 420, 270, 46), shade(glaze, 0.2))}${rim(s, oval(600, 420, 270, 46), 6)}${fill(oval(600, 424, 250, 37), s.linear([shade(glaze, -0.5), shade(glaze, -0.16)]))}${fill("M366 434C420 458 780 458 834 434C780 466 420 466 366 434z", "#3a2417")}${rim(s, body, 8, 0.6)}`
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 946, 270) + place(cup(s, oat), 580, 944) + steam(580, 420, 1)
}

function above(s: Sheet): string {
  const handle = "M850 540H1010a60 60 0 0 1 0 120H850z"
  return `${surface(s)}<g transform="rotate(-28 600 600)">${cast(oval(580, 600, 312) + handle, 1.7)}${solid(s, handle, shade(oat, -0.03), { edge: 14 })}${solid(s, oval(580, 600, 312), oat, { edge: 14 })}${speckles(s, oval(580, 600, 312), 268, 288, 624, 624)}</g>${fill(oval(582, 609, 284), s.linear([shade(oat, -0.4), shade(oat, -0.06)], 55))}${fill(oval(590, 618, 264), s.radial(["#4a2d1b", "#2c1910", "#1d0f08"], 0.6, 0.62, 0.6))}${rim(s, oval(590, 618, 264), 8)}${glow(s, 500, 520, 120, 60, 0.3, "#e8c9a4", -40)}${stroke("M360 690A240 240 0 0 0 520 846", "#a9764c", 9, 0.5)}`
}

function onHooks(s: Sheet): string {
  const hung = (x: number, glaze: string) =>
    `<g>${place(cast("M330 420H870L836 900H364z", 1.6, 0.7) + cup(s, glaze), x - 26, 612, { scale: 0.5, turn: -68, from: [1010, 640] })}${metal(s, `M${x - 8} 500h16v110c0 50 -70 50 -70 4h16c0 24 38 24 38 -4z`, "#c79f54", 0)}</g>`
  return (
    stage(s, 1) +
    plank(s, 452, { x: 60, width: 1080, height: 46 }) +
    [
      ["#e9e2d2", 210],
      ["#8f9a86", 330],
      ["#c9b28c", 440],
    ]
      .map(
        ([c, x]) =>
          contact(s, x as number, 452, 50, 0.6) +
          solid(s, box((x as number) - 46, 400, 92, 52, 10), c as string, { edge: 5 }),
      )
      .join("") +
    contact(s, 900, 452, 120, 0.6) +
    tube(s, "M800 300C800 290 1000 290 1000 300C1000 380 980 450 940 452H860C820 450 800 380 800 300z", "#d6cbb6") +
    fill(oval(900, 302, 100, 14), "#8f846e") +
    fill(box(60, 498, 1080, 4), shade(oak, -0.5), 0.4) +
    hung(330, oat) +
    hung(650, "#7d99a0") +
    hung(970, "#5d5550")
  )
}
