import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { PictureArchive } from "./picture-archive.server"
import { zipOf } from "./testing/zip-file"

const open = (bytes: Buffer) =>
  PictureArchive.open({
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  })
const words = (text: string) => Buffer.from(text)
const textAt = async (archive: PictureArchive, address: string) => {
  const bytes = await archive.read(address)
  return bytes && Buffer.from(bytes).toString()
}
const MB = 1024 * 1024

describe("the pictures of a ZIP file", () => {
  test("are found by the names in their addresses, those in similar folders first", async () => {
    const archive = await open(
      zipOf(
        [
          { name: "uploads/2024/05/Cup.jpg", bytes: words("of May") },
          { name: "uploads/2024/06/Cup.jpg", bytes: words("of June"), method: 0 },
          { name: "Käse brot.png", bytes: words("cheese") },
          { name: "../../etc/passwd.jpg", bytes: words("harmless") },
          { name: "folder/", bytes: words(""), method: 0 },
        ],
        "packed by somebody",
      ),
    )
    expect(await textAt(archive, "https://shop.example/wp-content/uploads/2024/06/cup.jpg?v=3")).toBe("of June")
    expect(await textAt(archive, "https://shop.example/uploads/2024/05/Cup.jpg")).toBe("of May")
    expect(await textAt(archive, "https://shop.example/files/K%C3%A4se%20brot.png")).toBe("cheese")
    expect(await textAt(archive, "passwd.jpg")).toBe("harmless")
    expect(await textAt(archive, "https://shop.example/other.jpg")).toBeNull()
    expect(await textAt(archive, "https://shop.example/%E0%A4%A.jpg")).toBeNull()
  })

  test.each([
    ["encrypted", { flags: 9 }, "encrypted"],
    ["compressed by something unusual", { method: 12 }, "unsupported compression"],
    ["more than 20 MB", { bytes: Buffer.alloc(20 * MB + 1, "ab"), method: 0 }, "at most 20 MB"],
    ["a bomb", { bytes: Buffer.alloc(20 * MB) }, "is not a picture"],
    ["larger than its list says", { bytes: Buffer.from("abcdefgh".repeat(100)), size: 50 }, "cannot be read"],
  ])("are not read if one is %s", async (_, entry, message) => {
    const archive = await open(zipOf([{ name: "a.jpg", bytes: words("a"), ...entry }]))
    await expect(archive.read("a.jpg")).rejects.toThrow(message)
  })

  test("come from a file with a limited list", async () => {
    const many = Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, bytes: words(""), method: 0 }))
    await expect(open(zipOf(many))).rejects.toThrow("at most 20,000 files")
  })

  test("are refused with a message, and no other error, however the file is corrupted", async () => {
    const whole = zipOf([
      { name: "a.jpg", bytes: words("a".repeat(500)) },
      { name: "b.jpg", bytes: words("b"), method: 0 },
    ])
    await expect(open(Buffer.from("no ZIP file"))).rejects.toThrow("cannot be read")
    await expect(open(Buffer.alloc(0))).rejects.toThrow("cannot be read")
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, length) => {
        const broken = Buffer.from(whole)
        broken[at] = byte
        for (const bytes of [broken, whole.subarray(0, length)]) {
          const read = open(bytes).then((archive) => archive.read("a.jpg"))
          await read.catch(({ name }) => expect(name).toBe("ShopError"))
        }
      }),
    )
  })
})
