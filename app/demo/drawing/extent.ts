/** The box that grain, knit and weave are drawn over. */
export interface Extent {
  x: number
  y: number
  width: number
  height: number
}

const arity: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** The box around an outline's points and control points: never smaller than the outline, save for the belly of an arc. */
export function extentOf(outline: string): Extent {
  const xs: number[] = []
  const ys: number[] = []
  let at = [0, 0]
  for (const [, letter = "", rest = ""] of outline.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = letter.toUpperCase()
    const size = arity[kind] ?? 0
    const numbers = (rest.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
    const origin = () => (letter === kind ? [0, 0] : at)
    for (let i = 0; size > 0 && i + size <= numbers.length; i += size) {
      const points = corners(kind, numbers.slice(i, i + size), origin() as [number, number], at as [number, number])
      for (const [x, y] of points) {
        xs.push(x)
        ys.push(y)
      }
      at = points.at(-1) ?? at
    }
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function corners(
  kind: string,
  n: number[],
  [ox, oy]: [number, number],
  [ax, ay]: [number, number],
): [number, number][] {
  const value = (i: number) => n[i] ?? 0
  if (kind === "H") return [[ox + value(0), ay]]
  if (kind === "V") return [[ax, oy + value(0)]]
  if (kind === "A") {
    const end: [number, number] = [ox + value(5), oy + value(6)]
    const middle = [(ax + end[0]) / 2, (ay + end[1]) / 2] as const
    return [[middle[0], middle[1] - value(1)], [middle[0], middle[1] + value(1)], end]
  }
  return Array.from({ length: n.length / 2 }, (_, i) => [ox + value(2 * i), oy + value(2 * i + 1)])
}
