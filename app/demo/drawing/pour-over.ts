import { cast, contact, glow, rim, solid, stage, tube } from "./light"
import { glass, oak, walnut, wood } from "./material"
import { steam, sunlitWall, table } from "./scene"
import { box, fill, oval, place, stitches, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const pourOver = [hero, collarDetail, brewing]

/** The coffee maker from the front, standing on y 920; `filter` adds the paper cone. */
function maker(s: Sheet, filter = false): string {
  const flask =
    "M392 210L548 540C552 560 552 580 548 600C480 680 350 740 340 850Q338 918 404 920H796Q862 918 860 850C850 740 720 680 652 600C648 580 648 560 652 540L808 210z"
  const coffee = "M366 780C350 806 342 828 340 850Q338 918 404 920H796Q862 918 860 850C858 828 850 806 834 780z"
  const collar =
    "M486 500C520 510 680 510 714 500C700 540 690 560 690 574C690 590 700 610 724 650C680 664 520 664 476 650C500 610 510 590 510 574C510 560 500 540 486 500z"
  return (
    (filter
      ? fill("M404 190H796L632 540H568z", s.linear(["#fbf8f0", "#e6dcc8"], 20)) +
        stroke("M600 190L600 536", "#cfc4ae", 4, 0.6) +
        fill("M446 290H754L632 540H568z", "#4a2f1f", 0.78)
      : "") +
    fill(
      coffee,
      s.linear(
        [
          ["#3a2114", 0],
          ["#6b4126", 0.25],
          ["#4a2a18", 0.6],
          ["#26140b", 1],
        ],
        0,
      ),
    ) +
    fill(oval(600, 780, 234, 24), s.linear(["#7a4d2e", "#4a2c19"])) +
    glass(s, flask) +
    fill("M430 240L566 530L548 530L404 240z", "#ffffff", 0.5) +
    fill("M366 850C370 800 420 750 470 720C420 770 396 820 400 890C376 890 364 880 366 850z", "#ffffff", 0.35) +
    stroke("M392 210C480 226 720 226 808 210", "#ffffff", 5, 0.9) +
    cast(collar, 0.2) +
    wood(s, collar, walnut, { x: 476, y: 500, width: 248, height: 164 }, 4, 9) +
    fill("M494 566H706V588H494z", "#a87045") +
    rim(s, "M494 566H706V588H494z", 4) +
    stroke("M600 578C590 620 560 640 566 690M600 578C612 630 640 640 632 700", "#a87045", 9) +
    solid(s, oval(600, 578, 19), "#c79f54", { edge: 4 })
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 946, 270) + place(maker(s), 600, 946, { scale: 1.06 })
}

function collarDetail(s: Sheet): string {
  return `${stage(s, 0.8) + glow(s, 600, 600, 700, 500, 0.2)}<g transform="translate(600 600) scale(2.5) translate(-600 -590)">${maker(s)}</g>${stitches("M340 566C480 560 720 560 862 566", "#e5c49b", 4, 13, 0.6)}`
}

function brewing(s: Sheet): string {
  const cup = (x: number) =>
    contact(s, x, 950, 76) +
    tube(
      s,
      `M${x - 74} 820C${x - 74} 812 ${x + 74} 812 ${x + 74} 820C${x + 74} 880 ${x + 60} 946 ${x + 46} 948H${x - 46}C${x - 60} 946 ${x - 74} 880 ${x - 74} 820z`,
      "#d9cdb6",
      { depth: 0.7 },
    ) +
    fill(oval(x, 820, 68, 11), "#3a2417") +
    rim(s, oval(x, 820, 74, 13), 4)
  return `${sunlitWall(s, 500, -40) + table(s, 940, oak, 300) + contact(s, 400, 944, 200) + place(maker(s, true), 400, 948, { scale: 0.84 }) + steam(400, 330, 0.9) + cup(770) + cup(970)}<g transform="rotate(-6 700 1010)">${contact(s, 760, 1030, 170, 0.6)}${wood(s, box(720, 1002, 260, 24, 12), walnut, { x: 720, y: 1002, width: 260, height: 24 }, 5)}${tube(s, "M560 980H730V1004C730 1040 700 1050 645 1050S560 1040 560 1004z", "#c79f54")}${fill(oval(645, 982, 84, 12), "#4a2f1f")}</g>`
}
