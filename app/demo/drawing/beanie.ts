import { shade } from "./colour"
import { foldedEdge } from "./garments"
import { contact, folds, soft, solid, stage } from "./light"
import { knit, ribs } from "./material"
import { plank } from "./scene"
import { box, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const beanie = [beanieFront, beanieRow, beanieOnWool]

/** A beanie from the front, its brim's lower edge on y 880, around x 600. */
function cap(s: Sheet, colour: string): string {
  const crown = "M318 700C310 470 420 290 600 282C780 290 890 470 882 700z"
  const brim =
    "M298 680C400 646 800 646 902 680C912 740 910 810 898 856C800 892 400 892 302 856C290 810 288 740 298 680z"
  const ribLines = times(17, (i) => {
    const x = 330 + i * 33.8
    return `M${600 + (x - 600) * 0.08} 286C${600 + (x - 600) * 0.75} 360 ${x - (x - 600) * 0.02} 500 ${x} 720`
  })
  return (
    solid(s, crown, colour, { angle: 55, depth: 1, edge: 12 }) +
    s.clip(
      crown,
      `${stroke(ribLines, shade(colour, -0.45), 9, 0.4)}<g transform="translate(12 0)">${stroke(ribLines, shade(colour, 0.5), 7, 0.35)}</g>`,
    ) +
    soft("M302 690C400 656 800 656 898 690", "#000000", 24, 0.35) +
    solid(s, brim, shade(colour, 0.03), { angle: 70, depth: 1, edge: 12 }) +
    ribs(s, brim, 30, 1.3) +
    knit(s, brim, 15, 0.7) +
    folds(s, brim, ["M302 850C400 884 800 884 898 850"], 14, 0.6)
  )
}

function beanieFront(s: Sheet): string {
  return stage(s) + contact(s, 600, 886, 320) + cap(s, "#c79a3c")
}

function beanieRow(s: Sheet): string {
  const colours = ["#e6dcc6", "#c79a3c", "#a5573d", "#66775f", "#39414d"]
  return (
    stage(s) +
    colours
      .map(
        (colour, i) =>
          contact(s, 200 + i * 200, 760, 92) +
          place(cap(s, colour), 200 + i * 200, 760, { scale: 0.31, from: [600, 880] }),
      )
      .join("") +
    plank(s, 760, { height: 40 })
  )
}

function beanieOnWool(s: Sheet): string {
  return (
    stage(s, 0.8) +
    plank(s, 980, { height: 60 }) +
    contact(s, 600, 982, 330) +
    foldedEdge(s, 600, 984, 640, 120, "#8f9a95") +
    knit(s, box(290, 870, 620, 106, 46), 14) +
    foldedEdge(s, 588, 870, 620, 124, "#e3d8c4") +
    knit(s, box(288, 752, 600, 112, 48), 14) +
    contact(s, 590, 750, 210, 0.8) +
    place(cap(s, "#c79a3c"), 590, 756, { scale: 0.7, from: [600, 880], turn: -3 })
  )
}
