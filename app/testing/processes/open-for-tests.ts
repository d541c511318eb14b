import { afterAll, beforeAll } from "vitest"

/** Opens something before the tests of a file, or of a group, and closes it after them; empty until the first begins. */
export function openForTests<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  const here = {} as Opened
  beforeAll(async () => {
    Object.assign(here, await open())
  })
  afterAll(() => here.close?.())
  return here
}
