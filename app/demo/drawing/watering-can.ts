import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { metal, oak } from "./material"
import { plank, potPlant, sunlitWall } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const wateringCan = [hero, above, onShelf]

const paint = "#5f7a78"

function pipe(line: string, colour: string, width: number): string {
  return `${stroke(line, shade(colour, -0.4), width) + stroke(line, colour, width * 0.8)}<g transform="translate(${-width * 0.14} ${-width * 0.16})">${stroke(line, shade(colour, 0.6), width * 0.18, 0.7)}</g>`
}

/** The can from the side, standing on y 920, spout to the left. */
function can(s: Sheet, colour = paint): string {
  const body = "M540 520C540 506 860 506 860 520L880 890Q880 920 848 920H552Q520 920 520 890z"
  return (
    pipe("M860 560C1010 520 1060 640 1010 740C980 800 930 820 872 826", colour, 26) +
    pipe("M536 850C420 850 400 720 360 600C320 480 250 380 150 300", colour, 30) +
    metal(s, "M128 292L176 268L186 284L140 312z", "#c79f54", 30) +
    tube(s, body, colour) +
    rim(s, body, 8, 0.7) +
    fill(oval(700, 520, 160, 26), shade(colour, 0.14)) +
    fill(oval(700, 523, 142, 19), s.linear([shade(colour, -0.7), shade(colour, -0.3)])) +
    tube(s, box(522, 880, 356, 16, 6), shade(colour, 0.06)) +
    glow(s, 600, 700, 30, 140, 0.4)
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 700, 946, 210) + place(can(s), 600, 946)
}

function above(s: Sheet): string {
  const body = oval(640, 600, 270)
  return `${surface(s)}<g transform="rotate(-20 600 600)">${cast(`${body}${box(60, 580, 340, 40, 20)}${box(880, 570, 210, 60, 30)}`, 1.6)}${pipe("M390 600H70", paint, 44)}${metal(s, box(44, 570, 34, 60, 10), "#c79f54", 90)}${solid(s, body, paint, { edge: 12 })}${fill(oval(640, 600, 236), s.linear([shade(paint, -0.65), shade(paint, -0.2)], 55))}${fill(oval(644, 606, 206), s.radial(["#7fa0a3", "#56777c", "#3e5b60"], 0.6, 0.62, 0.65))}${glow(s, 560, 530, 90, 40, 0.5, "#ffffff", -36)}${stroke(oval(650, 612, 120), "#ffffff", 3, 0.18)}${stroke(oval(650, 612, 60), "#ffffff", 3, 0.18)}${rim(s, oval(640, 600, 236), 8)}${pipe("M840 600H1080", paint, 50)}${pipe("M868 600H900", paint, 62)}</g>`
}

function onShelf(s: Sheet): string {
  const trailing = times(9, (i) =>
    fill(
      `M${1000 + (i % 2 ? 22 : -30)} ${860 + i * 34}c20 -16 44 -8 50 10c-16 18 -40 14 -50 -10z`,
      shade("#76856a", (i % 3) * 0.1 - 0.1),
    ),
  )
  return (
    sunlitWall(s, 20, -100) +
    plank(s, 860, { colour: oak, height: 42 }) +
    potPlant(s, 190, 860, 1, "#b9795a") +
    contact(s, 620, 864, 140) +
    place(can(s), 560, 866, { scale: 0.66 }) +
    potPlant(s, 830, 860, 0.6, "#d8cdb9") +
    stroke("M1010 800C990 900 1030 1000 1010 1170", "#66755a", 6) +
    trailing +
    potPlant(s, 1030, 860, 0.78, "#8a8f94")
  )
}
