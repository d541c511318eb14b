import { afterAll, beforeAll } from "vitest"

/** Opens a resource before the tests of a file or a group and closes it after them; empty until the first test. */
export function openForTests<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  const here = {} as Opened
  beforeAll(async () => {
    Object.assign(here, await open())
  })
  afterAll(() => here.close?.())
  return here
}
