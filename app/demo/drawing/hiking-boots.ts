import { shade } from "./colour"
import { contact, folds, solid, stage } from "./light"
import { brass, metal } from "./material"
import { box, fill, oval, type Point, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { bow, creases, laces, seam } from "./shoe-parts"

export const hikingBoot = [hikingProfile, hikingFront, hikingCamp]

const tan = "#b98553"
const red = "#b5402f"

function hikingProfile(s: Sheet): string {
  return stage(s) + contact(s, 610, 926, 410) + place(hiking(s), 600, 926, { from: [600, 912] })
}

/** In profile, toe to the right, the lugs on y 912. */
function hiking(s: Sheet): string {
  const upper =
    "M226 812C208 720 232 600 226 470C222 400 208 350 222 318C270 286 400 276 470 300C500 312 506 340 512 372C540 470 590 560 690 616C800 660 980 690 1004 812z"
  const collar =
    "M218 330C210 296 230 276 270 270C360 258 440 262 480 284C510 304 508 350 490 372C400 390 300 392 226 376C220 360 220 344 218 330z"
  const tongue = "M452 290C462 244 500 220 532 236C552 262 540 330 552 372L510 420z"
  const randBand =
    "M212 790C210 750 214 720 222 700C320 744 460 752 560 746C700 736 780 690 860 686C950 700 1006 750 1010 800L1008 822H216z"
  const midsole =
    "M196 808C300 820 420 826 560 818C720 812 880 812 1020 796C1030 820 1026 846 1010 862C860 876 360 878 204 868C194 848 192 826 196 808z"
  const hooks: Point[] = [
    [446, 330],
    [452, 388],
    [462, 446],
    [482, 504],
    [514, 558],
    [560, 604],
  ]
  return (
    solid(s, tongue, shade(tan, -0.22)) +
    solid(s, upper, tan, { angle: 55, depth: 1.1, edge: 12 }) +
    creases(s, upper, 700, 640) +
    folds(s, upper, ["M250 480C320 510 380 506 420 490", "M300 600C320 660 330 700 330 740"], 13, 0.6) +
    solid(
      s,
      "M428 300L500 318C512 400 530 480 590 556C630 600 664 620 700 634L640 690C540 640 470 560 446 470C434 420 428 360 428 300z",
      shade(tan, -0.18),
      { edge: 6 },
    ) +
    seam("M428 390C440 500 500 620 640 690", tan) +
    seam("M232 480C290 510 330 600 336 740", tan) +
    seam("M560 640C520 680 480 730 470 752", tan) +
    solid(s, collar, "#5a4a3c", { angle: 40, edge: 8 }) +
    folds(s, collar, ["M300 280C296 320 300 350 306 380", "M380 270C376 310 380 350 388 380"], 10) +
    solid(s, randBand, "#45413e", { angle: 70, edge: 6 }) +
    laces(
      hooks,
      [
        [496, 322],
        [508, 380],
        [524, 434],
        [548, 488],
        [584, 536],
        [630, 578],
      ],
      red,
      13,
      "#5c5650",
    ) +
    stroke("M224 320C190 290 196 250 236 276", "#5a4a3c", 14) +
    solid(s, midsole, "#d9d2c3", { angle: 85, edge: 5 }) +
    times(14, (i) => fill(`M${206 + i * 58} 862h44l-5 48h-34z`, "#2f2c2a")) +
    fill("M200 850C420 866 800 866 1016 842L1010 872C820 888 380 888 204 880z", "#2f2c2a")
  )
}

function hikingFront(s: Sheet): string {
  const one = frontBoot(s, tan, hikingFace(s), "#45413e")
  return (
    stage(s) +
    contact(s, 380, 936, 200) +
    contact(s, 820, 936, 200) +
    place(one, 385, 936, { turn: -1 }) +
    place(one, 815, 936, { flip: true, turn: 1 })
  )
}

/** A boot from the front, standing on y 920 around x 600. */
function frontBoot(s: Sheet, colour: string, face: string, sole: string): string {
  const shaft =
    "M486 300C520 276 680 276 714 300C724 440 716 540 724 640C770 700 776 790 764 860H436C424 790 430 700 476 640C484 540 476 440 486 300z"
  const toe = "M430 862C420 740 480 660 600 660S780 740 770 862z"
  return (
    solid(s, shaft, colour, { angle: 25, depth: 1.2, edge: 12 }) +
    face +
    solid(s, toe, colour, { angle: 60, edge: 10 }) +
    solid(s, "M424 850C428 790 450 740 480 716C540 770 660 770 720 716C750 740 772 790 776 850L778 872H422z", sole, {
      edge: 6,
    }) +
    fill(box(414, 866, 372, 50, 14), "#2b2927") +
    times(6, (i) => fill(box(430 + i * 60, 896, 40, 26, 5), "#211f1e"))
  )
}

function hikingFace(s: Sheet): string {
  const left: Point[] = times(7, (i) => `${556 - i * 4} ${340 + i * 48},`)
    .split(",")
    .filter(Boolean)
    .map((p) => p.split(" ").map(Number) as unknown as Point)
  const right = left.map(([x, y]) => [1200 - x, y] as Point)
  const cross = left
    .slice(0, -1)
    .map(([x, y], i) => {
      const [u, v] = right[i + 1] as Point
      return (
        stroke(`M${x} ${y}L${u} ${v}M${1200 - x} ${y}L${1200 - u} ${v}`, shade(red, -0.35), 15) +
        stroke(`M${x} ${y}L${u} ${v}M${1200 - x} ${y}L${1200 - u} ${v}`, red, 11)
      )
    })
    .join("")
  return (
    solid(s, "M540 250C570 226 630 226 660 250L668 660H532z", shade(tan, -0.2)) +
    solid(s, "M486 300C500 284 520 280 540 284L552 660H478C484 540 478 420 486 300z", shade(tan, -0.06), { edge: 6 }) +
    solid(s, "M714 300C700 284 680 280 660 284L648 660H722C716 540 722 420 714 300z", shade(tan, -0.12), { edge: 6 }) +
    laces(left, right, red, 11, brass) +
    cross +
    left
      .concat(right)
      .map(([x, y]) => metal(s, oval(x, y, 9), brass, 50))
      .join("") +
    bow(600, 330, red, 0.9)
  )
}

function hikingCamp(s: Sheet): string {
  const sky = s.linear(["#8f93a5", "#c9a79a", "#ecc9a2"])
  const tent = "M120 900L470 330L860 900z"
  return (
    fill(box(0, 0, 1200, 1200), sky) +
    fill("M0 640C180 540 300 500 430 560S700 480 860 540S1080 470 1200 520V950H0z", "#8a8594") +
    fill("M0 740C240 640 420 700 640 660S1000 640 1200 690V950H0z", "#6d6b78") +
    fill("M0 880C300 840 900 840 1200 880V1220H0z", s.linear(["#6c6b5c", "#45463d"])) +
    fill(
      oval(470, 700, 420, 330),
      s.radial([
        ["#ffd591", 0, 0.45],
        ["#ffd591", 1, 0],
      ]),
    ) +
    solid(s, tent, "#d59a54", { angle: 20, edge: 10 }) +
    fill("M470 330L560 900H860z", "#8c5c34", 0.5) +
    fill("M470 340L370 900H540z", s.linear(["#fff0c4", "#f2bd70"])) +
    stroke("M470 340L456 900", "#8c5c34", 4) +
    stroke("M120 900L40 940M860 900L960 950M470 330V290", "#3f3a33", 5) +
    contact(s, 800, 1092, 280, 1.2) +
    place(hiking(s), 800, 1094, { scale: 0.66, from: [600, 912] }) +
    times(16, (i) =>
      stroke(
        `M${30 + i * 78} ${1140 + ((i * 37) % 40)}q${(i % 5) * 6 - 12} -40 ${(i % 3) * 14 - 14} -70`,
        "#33362e",
        5,
        0.8,
      ),
    ) +
    fill(box(0, 0, 1200, 1200), "#3a2f3a", 0.1)
  )
}
