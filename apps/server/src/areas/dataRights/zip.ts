// A ZIP file of a few texts, deflated (APPNOTE 6.3, without ZIP64: a copy of one member's data
// stays far below four gigabytes).
import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: Buffer; crc: number; packed: number; plain: number; at: number }

const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50

/** A day and a time of MS-DOS, Beijing. */
function dosTime(at: Date): number {
  const beijing = new Date(at.getTime() + 8 * 3_600_000)
  const day =
    ((beijing.getUTCFullYear() - 1980) << 9) |
    ((beijing.getUTCMonth() + 1) << 5) |
    beijing.getUTCDate()
  const time =
    (beijing.getUTCHours() << 11) | (beijing.getUTCMinutes() << 5) | (beijing.getUTCSeconds() >> 1)
  return day * 0x1_0000 + time
}

/** Collects files; `end` answers what lies behind the last one. */
export class Zip {
  private readonly entries: Entry[] = []
  private readonly dos: number
  private size = 0

  constructor(at: Date) {
    this.dos = dosTime(at)
  }

  /** The bytes of one more file. */
  add(name: string, content: Buffer): Buffer {
    const packed = deflateRawSync(content)
    const entry = {
      name: Buffer.from(name),
      crc: crc32(content),
      packed: packed.length,
      plain: content.length,
      at: this.size,
    }
    this.entries.push(entry)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(LOCAL, 0)
    head.writeUInt16LE(VERSION, 4)
    this.describe(head, 6, entry)
    const file = Buffer.concat([head, entry.name, packed])
    this.size += file.length
    return file
  }

  /** The directory of all files. */
  end(): Buffer {
    const rows = this.entries.map(entry => {
      const row = Buffer.alloc(46)
      row.writeUInt32LE(CENTRAL, 0)
      row.writeUInt16LE(VERSION, 4)
      row.writeUInt16LE(VERSION, 6)
      this.describe(row, 8, entry)
      row.writeUInt32LE(entry.at, 42)
      return Buffer.concat([row, entry.name])
    })
    const directory = Buffer.concat(rows)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(rows.length, 8)
    end.writeUInt16LE(rows.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.size, 16)
    return Buffer.concat([directory, end])
  }

  /** What a file's head and its row of the directory say alike. */
  private describe(into: Buffer, at: number, { name, crc, packed, plain }: Entry) {
    into.writeUInt16LE(FLAGS, at)
    into.writeUInt16LE(DEFLATED, at + 2)
    into.writeUInt32LE(this.dos, at + 4)
    into.writeUInt32LE(crc, at + 8)
    into.writeUInt32LE(packed, at + 12)
    into.writeUInt32LE(plain, at + 16)
    into.writeUInt16LE(name.length, at + 20)
  }
}
