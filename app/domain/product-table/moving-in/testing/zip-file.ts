import { crc32, deflateRawSync } from "node:zlib"

interface ZipEntry {
  name: string
  bytes: Uint8Array
  /** Compressed by default */
  method?: number
  flags?: number
  /** A wrong size in the central directory */
  size?: number
}

/** A ZIP file with sizes in the central directory only, like a streamed archive */
export function zipOf(entries: readonly ZipEntry[], comment = ""): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let position = 0
  for (const { name, bytes, method = 8, flags = 8, size = bytes.length } of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes)
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt16LE(label.length, 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(flags, 8)
    header.writeUInt16LE(method, 10)
    header.writeUInt32LE(crc32(bytes), 16)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(size, 24)
    header.writeUInt16LE(label.length, 28)
    header.writeUInt32LE(position, 42)
    files.push(local, label, packed)
    list.push(header, label)
    position += local.length + label.length + packed.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(position, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...files, directory, end, Buffer.from(comment)])
}
