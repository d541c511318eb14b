import { expect, test } from "vitest"
import { isObjectId } from "./object-id"
import { newObjectId } from "./object-id.server"

test("a later object has a later id, even within a second, and even if the clock goes back", () => {
  const [noon, second] = [new Date("2026-11-26T12:00:00.900Z"), new Date("2026-11-26T12:00:01Z")]
  const ids = Array.from({ length: 1_000 }, () => newObjectId(noon))
  expect(ids.every(isObjectId)).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  const next = newObjectId(second)
  expect(next > (ids.at(-1) ?? "")).toBe(true)
  const late = [newObjectId(noon), newObjectId(noon)]
  expect(late.every((id) => id < next)).toBe(true)
  expect(new Set([...ids, next, ...late]).size).toBe(1_003)
})
