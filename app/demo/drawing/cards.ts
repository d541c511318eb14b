import { cast, contact, rim, solid, stage, surface } from "./light"
import { box, fill, oval, place, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const cards = [fan, tuckBox, patience]

const ink = "#2f3440"
const red = "#a8412f"
const paper = "#f7f3ea"

type Suit = "spade" | "heart" | "diamond" | "club"

/** A suit mark of the given size around x, y. */
function mark(suit: Suit, x: number, y: number, size: number): string {
  const colour = suit === "heart" || suit === "diamond" ? red : ink
  const shapes: Record<Suit, string> = {
    heart: "M0 46C-60 6 -54 -46 -22 -46C-8 -46 0 -34 0 -26C0 -34 8 -46 22 -46C54 -46 60 6 0 46z",
    diamond: "M0 -54L38 0L0 54L-38 0z",
    spade:
      "M0 -52C56 -6 54 36 24 36C12 36 4 28 2 20C4 36 10 46 18 52H-18C-10 46 -4 36 -2 20C-4 28 -12 36 -24 36C-54 36 -56 -6 0 -52z",
    club: "M-3 16C-10 40 -54 34 -46 2C-42 -14 -26 -16 -18 -12C-34 -30 -22 -54 0 -54S34 -30 18 -12C26 -16 42 -14 46 2C54 34 10 40 3 16C4 34 10 46 18 52H-18C-10 46 -4 34 -3 16z",
  }
  return `<g transform="translate(${x} ${y}) scale(${size / 100})">${fill(shapes[suit], colour)}</g>`
}

const places: Record<number, [number, number][]> = {
  1: [[0, 0]],
  3: [
    [0, -120],
    [0, 0],
    [0, 120],
  ],
  5: [
    [-62, -110],
    [62, -110],
    [0, 0],
    [-62, 110],
    [62, 110],
  ],
  7: [
    [-62, -120],
    [62, -120],
    [0, -60],
    [-62, 0],
    [62, 0],
    [-62, 120],
    [62, 120],
  ],
}

/** A card 280 by 400 around 0, 0. */
function card(s: Sheet, suit: Suit, count: number): string {
  const face = box(-140, -200, 280, 400, 20)
  const big = count === 1 ? 150 : 66
  return `${cast(face, 0.35) + fill(face, s.linear([paper, "#ece6d8"], 55)) + rim(s, face, 4, 0.7) + (places[count] ?? []).map(([x, y]) => mark(suit, x, y, big)).join("") + mark(suit, -114, -168, 30)}<g transform="rotate(180)">${mark(suit, -114, -168, 30)}</g>`
}

function cardBack(s: Sheet, colour = "#5d7367"): string {
  const face = box(-140, -200, 280, 400, 20)
  const lattice = times(14, (i) => `M${-124 + i * 40 - 160} -184l368 368M${-124 + i * 40 - 160} 184l368 -368`)
  return (
    cast(face, 0.35) +
    fill(face, paper) +
    solid(s, box(-124, -184, 248, 368, 10), colour, { edge: 3, depth: 0.6 }) +
    s.clip(box(-124, -184, 248, 368, 10), stroke(lattice, "#f0e6d0", 3, 0.55)) +
    fill(oval(0, 0, 44), colour) +
    stroke(oval(0, 0, 44), "#f0e6d0", 4) +
    fill(polygon([0, -26], [26, 0], [0, 26], [-26, 0]), "#f0e6d0") +
    rim(s, face, 4, 0.7)
  )
}

function fan(s: Sheet): string {
  const hand: [Suit, number][] = [
    ["club", 3],
    ["diamond", 5],
    ["spade", 7],
    ["heart", 5],
    ["club", 7],
    ["diamond", 3],
    ["spade", 1],
  ]
  return (
    surface(s) +
    hand
      .map(
        ([suit, count], i) =>
          `<g transform="translate(600 1130) rotate(${-39 + i * 13}) translate(0 -560) scale(1.02)">${card(s, suit, count)}</g>`,
      )
      .join("")
  )
}

function tuckBox(s: Sheet): string {
  const [x, y, w, h] = [380, 260, 400, 600]
  const lattice = times(22, (i) => `M${x - 600 + i * 62} ${y}l${h} ${h}M${x - 600 + i * 62} ${y + h}l${h} ${-h}`)
  const front = box(x, y, w, h, 6)
  const side = polygon([x + w, y + 2], [x + w + 92, y + 40], [x + w + 92, y + h - 30], [x + w, y + h])
  return (
    stage(s) +
    contact(s, 626, 858, 260) +
    solid(s, polygon([x, y], [x + 92, y + 36], [x + w + 92, y + 40], [x + w, y + 2]), "#50655a", { edge: 3 }) +
    solid(s, side, "#44574d", { angle: 10, edge: 4 }) +
    solid(s, front, "#5d7367", { edge: 7, depth: 0.8 }) +
    s.clip(front, stroke(lattice, "#efe4cc", 4, 0.5)) +
    fill(oval(x + w / 2, y + h / 2, 92), "#5d7367") +
    stroke(oval(x + w / 2, y + h / 2, 92), "#efe4cc", 6) +
    mark("spade", x + w / 2, y + h / 2, 110).replaceAll(ink, "#efe4cc") +
    stroke(box(x + 22, y + 22, w - 44, h - 44, 4), "#efe4cc", 5, 0.8) +
    fill(box(x + w / 2 - 30, y, 60, 110), paper) +
    fill(oval(x + w / 2, y + 60, 16), red) +
    rim(s, front, 8)
  )
}

function patience(s: Sheet): string {
  const suits: Suit[] = ["heart", "spade", "diamond", "club"]
  const columns = times(7, (c) =>
    times(c + 1, (r) =>
      place(
        r === c ? card(s, suits[(c * 3) % 4] as Suit, [5, 7, 1, 3][c % 4] as number) : cardBack(s),
        132 + c * 156,
        560 + r * 50,
        { scale: 0.48, from: [0, 0] },
      ),
    ),
  )
  const top =
    place(cardBack(s), 132, 220, { scale: 0.48, from: [0, 0] }) +
    place(card(s, "heart", 7), 288, 220, { scale: 0.48, from: [0, 0] }) +
    times(4, (i) => {
      const slot = box(532 + i * 156, 126, 134, 190, 10)
      return i < 2
        ? place(card(s, suits[i] as Suit, 1), 600 + i * 156, 220, { scale: 0.48, from: [0, 0] })
        : stroke(slot, "#f0e6d0", 4, 0.5)
    })
  return surface(s, "#6d7f72") + top + columns
}
