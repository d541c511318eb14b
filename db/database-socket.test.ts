import type { LookupAddress } from "node:dns"
import { beforeEach, expect, test } from "vitest"
import { NameLookups } from "./database-socket.server"

type Answer = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void

const addresses: LookupAddress[] = [{ address: "10.0.0.5", family: 4 }]
let asked: Answer[]
let lookups: NameLookups

beforeEach(() => {
  asked = []
  lookups = new NameLookups((_name, _options, answer) => asked.push(answer))
})

const failure = (code: string) => Object.assign(new Error("the name server says no"), { code })

/** Returns the result, or the error's code, and the duration. */
async function find() {
  const beganAt = performance.now()
  const found = await lookups.find("db.example").catch((error) => error.code as string)
  return { found, took: performance.now() - beganAt }
}

test("an unreachable name server costs a second once, then nothing, and one lookup", async () => {
  const [first, second] = await Promise.all([find(), find()])
  const third = await find()
  expect([first.found, second.found, third.found]).toEqual(["EAI_AGAIN", "EAI_AGAIN", "EAI_AGAIN"])
  expect(first.took).toBeLessThan(1_500)
  expect(third.took).toBeLessThan(200)
  expect(asked).toHaveLength(1)
  asked[0]?.(null, addresses)
  expect((await find()).found).toMatchObject({ addresses })
})

test("a name server that stops responding, or fails, leaves the last known address", async () => {
  const found = find()
  asked[0]?.(null, addresses)
  expect((await found).found).toEqual({ addresses, isOld: false })
  expect((await find()).found).toEqual({ addresses, isOld: true })
  expect((await find()).took).toBeLessThan(200)
  const failed = find()
  asked[1]?.(failure("EAI_AGAIN"), [])
  expect((await failed).found).toEqual({ addresses, isOld: true })
})

test("a name that no longer exists does not use its last address", async () => {
  const found = find()
  asked[0]?.(null, addresses)
  await found
  const gone = find()
  asked[1]?.(failure("ENOTFOUND"), [])
  expect((await gone).found).toBe("ENOTFOUND")
})
