import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parseSettings } from "~/start/settings.server"
import { createTestFolder } from "~db/testing/test-folder"
import { main } from "./backup.server"
import { exportData } from "./one-step.server"

test("without the server's settings, no empty shop is created, backed up or exported", async () => {
  const folder = createTestFolder()
  const settings = parseSettings({ DATA_DIR: join(folder, "data") })
  const refusal = `There is no shop in ${join(folder, "data")}`
  await expect(main(settings, [join(folder, "shop.backup")])).rejects.toThrow(refusal)
  await expect(exportData(settings, [join(folder, "export")])).rejects.toThrow(refusal)
  expect(["data", "shop.backup", "export"].filter((name) => existsSync(join(folder, name)))).toEqual([])
  rmSync(folder, { recursive: true })
})
