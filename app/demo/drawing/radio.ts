import { shade } from "./colour"
import { contact, rim, solid, stage } from "./light"
import { dots, metal, oak } from "./material"
import { sprig, sunlitWall, table, tumbler } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const radio = [hero, colours, onSill]

const ivory = "#ece3cf"

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 920, 400) + set(s, ivory)
}

/** The radio from the front, standing on y 920. */
function set(s: Sheet, colour: string, aerial = false): string {
  const shell = box(200, 420, 800, 500, 64)
  const dial = oval(808, 620, 122)
  return (
    (aerial ? metal(s, box(930, 60, 9, 380, 4), "#c2c0bb") + metal(s, oval(934, 60, 9), "#c2c0bb") : "") +
    solid(s, shell, colour, { angle: 65, depth: 0.8, edge: 16 }) +
    stroke(box(222, 442, 756, 456, 48), shade(colour, -0.2), 2, 0.5) +
    fill(oval(440, 670, 184), shade(colour, -0.06)) +
    dots(s, oval(440, 670, 180), 25, 6.4, "#2a221b", 0.78) +
    rim(s, oval(440, 670, 184), 5, 0.6) +
    solid(s, dial, shade(colour, 0.4), { angle: 60, edge: 6 }) +
    times(
      33,
      (i) =>
        `<g transform="rotate(${-150 + i * 9.4} 808 620)">${stroke(`M808 ${i % 4 ? 520 : 512}V532`, "#4b4339", i % 4 ? 2.5 : 4.5, 0.8)}</g>`,
    ) +
    solid(s, oval(808, 620, 66), shade(colour, -0.04), { angle: 60, edge: 8 }) +
    `<g transform="rotate(38 808 620)">${stroke("M808 562V594", "#c8552b", 8)}</g>` +
    fill(box(716, 800, 184, 46, 23), shade(colour, -0.34)) +
    times(21, (i) => fill(box(726 + i * 8, 802, 4, 42, 2), shade(colour, i < 8 ? 0.35 : 0.05), 0.8)) +
    fill(oval(300, 480, 8), "#c8552b")
  )
}

function colours(s: Sheet): string {
  const one = (x: number, y: number, colour: string) =>
    contact(s, x, y, 196) + place(set(s, colour), x, y, { scale: 0.5 })
  return stage(s) + one(376, 930, "#a9583f") + one(816, 930, ivory) + one(470, 676, "#6d7a62")
}

function onSill(s: Sheet): string {
  return (
    sunlitWall(s, 120, 0) +
    table(s, 930, shade(oak, 0.3)) +
    contact(s, 470, 934, 270) +
    place(set(s, ivory, true), 470, 934, { scale: 0.66 }) +
    `<g>${sprig(s, 905, 860, 420, -60)}${tumbler(s, 905, 934, 190)}</g>`
  )
}
