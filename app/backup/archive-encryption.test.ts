import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { expect, test } from "vitest"
import { decryptStream, encryptStream } from "./archive-encryption.server"

const passphrase = "a passphrase of many words"

test("each guess of a passphrase costs what age recommends, and the right one decrypts the file", async () => {
  const file = await buffer(await encryptStream(Readable.from([Buffer.from("orders")]), passphrase))
  expect(file.toString("latin1").split("\n")[1]).toMatch(/^-> scrypt [\w+/]{22} 18$/)
  expect((await buffer(await decryptStream(Readable.from([file]), passphrase))).toString()).toBe("orders")
})
