import { cast, contact, rim, solid, stage, surface, tube } from "./light"
import { dots } from "./material"
import { lemon, sunlitWall, tumbler } from "./scene"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const picnicSpeaker = [hero, above, outdoors]

const rust = "#b4623f"

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 935, 270) + place(cylinder(s), 600, 940)
}

/** The speaker standing on y 920 around x 600. */
function cylinder(s: Sheet): string {
  const side = "M350 330V860C350 890 462 920 600 920S850 890 850 860V330z"
  const strap = "M752 366V600a36 36 0 0 0 72 0V346"
  return (
    tube(s, side, rust) +
    dots(s, side, 9, 2.4, "#3a1a0d", 0.4) +
    fill(
      "M350 812C350 842 462 872 600 872S850 842 850 812V860C850 890 738 920 600 920S350 890 350 860z",
      s.linear(["#2d2a29", "#5a5552", "#232120"], 0),
    ) +
    solid(s, oval(600, 330, 250, 76), "#3a3635", { angle: 60, edge: 8 }) +
    fill(oval(600, 326, 200, 58), s.linear(["#575250", "#2b2827"], 60)) +
    stroke(oval(600, 326, 150, 42), "#f2c98a", 5, 0.85) +
    fill(oval(600, 324, 70, 19), "#3d3938") +
    `<g transform="translate(12 14)">${stroke(strap, "#1a1411", 34, 0.16)}</g>` +
    stroke(strap, "#a8754a", 34) +
    stitches("M752 366V600a36 36 0 0 0 72 0V346", "#e5c49b", 3, 10) +
    fill(oval(752, 376, 12), "#c79f54") +
    fill(oval(824, 358, 12), "#c79f54") +
    rim(s, oval(752, 376, 12), 4) +
    fill(box(420, 800, 64, 34, 6), "#a8754a") +
    rim(s, box(420, 800, 64, 34, 6), 4)
  )
}

function above(s: Sheet): string {
  const ring = oval(600, 600, 400)
  return (
    surface(s) +
    cast(ring, 1.5) +
    solid(s, ring, rust, { edge: 12 }) +
    dots(s, ring, 12, 3, "#1a1411", 0.3) +
    solid(s, oval(600, 600, 356), "#3a3635", { edge: 10 }) +
    stroke(oval(600, 600, 264), "#ffcf86", 44, 0.12) +
    stroke(oval(600, 600, 264), "#ffd99a", 22, 0.25) +
    stroke(oval(600, 600, 264), "#ffe9c4", 9) +
    cast(oval(600, 600, 190), 0.8) +
    solid(s, oval(600, 600, 190), "#4a4543", { edge: 10 }) +
    times(60, (i) => `<g transform="rotate(${i * 6} 600 600)">${stroke("M600 414v18", "#1d1b1a", 5, 0.5)}</g>`) +
    solid(s, oval(600, 600, 150), "#45403e", { angle: 235, edge: 6 }) +
    `<g transform="rotate(36 600 600)">${stroke("M600 470V506", "#ffe3b5", 9)}</g>` +
    fill(oval(600, 884, 7), "#d9d3c8") +
    stroke("M940 420C1080 400 1120 560 1010 640", "#a8754a", 34) +
    stitches("M940 420C1068 404 1106 556 1010 640", "#e5c49b", 3, 10)
  )
}

function outdoors(s: Sheet): string {
  const bands =
    stroke(
      times(17, (i) => `M${-400 + i * 120} 740V1230`),
      "#7c8f8a",
      60,
      0.42,
    ) +
    stroke(
      times(5, (i) => `M-420 ${790 + i * 120}H1520`),
      "#7c8f8a",
      60,
      0.42,
    )
  const cloth = "M-10 760H1210V1210H-10z"
  return (
    sunlitWall(s, 60, -60) +
    `<g transform="matrix(1 0 -.35 1 280 0)">${s.clip("M-400 760H1500V1210H-400z", fill("M-400 760H1500V1210H-400z", "#f1eadb") + bands)}</g>` +
    fill(
      cloth,
      s.linear([
        ["#2a1d14", 0, 0.16],
        ["#2a1d14", 0.25, 0],
        ["#2a1d14", 1, 0.12],
      ]),
    ) +
    contact(s, 480, 980, 190) +
    place(cylinder(s), 480, 985, { scale: 0.76 }) +
    tumbler(s, 900, 930, 200) +
    contact(s, 760, 1044, 80, 0.7) +
    lemon(s, 760, 1000) +
    contact(s, 930, 1094, 80, 0.7) +
    lemon(s, 930, 1056, 0.95, 24)
  )
}
