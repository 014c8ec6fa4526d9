// Pictures of every kind that somebody may bring.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const created = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

let made = 0
/** A picture that no other test made. */
export const fresh = (width = 1_200, height = 600) => {
  made += 1
  const colour = `#${(0x400000 + made * 7_919).toString(16).padStart(6, '0')}`
  return created(width, height, colour)
}
export const jpeg = (width?: number, height?: number) => fresh(width, height).jpeg().toBuffer()

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one bit a pixel, all black: a few kilobytes for any size. */
export function blackPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
