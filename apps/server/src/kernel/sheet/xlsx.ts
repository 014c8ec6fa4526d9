// One table as an XLSX workbook, written as it is read: ZIP and the few parts that Office Open XML
// asks for. Text is an inline string, so nothing in it is ever a formula.
import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

export type XlsxCell = string | number

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML has no place for control characters. */
const xml = (text: string) =>
  text
    .replace(/[&<>]/g, sign => escapes[sign] ?? sign)
    .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '')

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const parts: [name: string, content: string][] = [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  ],
]
const SHEET = 'xl/worksheets/sheet1.xml'

const cellOf = (value: XlsxCell, style: number) =>
  typeof value === 'number' && Number.isFinite(value)
    ? `<c s="${style}"><v>${value}</v></c>`
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(String(value))}</t></is></c>`
const rowOf = (cells: readonly XlsxCell[], style = 0) =>
  `<row>${cells.map(cell => cellOf(cell, style)).join('')}</row>`

type Entry = { name: string; crc: number; packed: number; size: number; at: number }

/** Sizes stand behind the content (bit 3), since they are not known before it; names are UTF-8. */
const FLAGS = 0x808
const VERSION = 20
const DEFLATE = 8
/** 1 January 1980, the first day that the format knows: files of the same rows are the same. */
const DOS_DAY = 0x21

function localHeader(name: string): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DAY, 12)
  head.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([head, Buffer.from(name)])
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

function centralHeader({ name, crc, packed, size, at }: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DOS_DAY, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(Buffer.byteLength(name), 28)
  head.writeUInt32LE(at, 42)
  return Buffer.concat([head, Buffer.from(name)])
}

function endOf(entries: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}

async function* sheetOf(
  header: readonly string[],
  rows: AsyncIterable<readonly XlsxCell[]>,
): AsyncGenerator<Buffer> {
  // The head stays in sight while one scrolls.
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowOf(header, 1)}`,
  )
  for await (const row of rows) yield Buffer.from(rowOf(row))
  yield Buffer.from('</sheetData></worksheet>')
}

/** The workbook's bytes. A reader that waits makes the rows wait. */
export async function* xlsxOf(
  header: readonly string[],
  rows: AsyncIterable<readonly XlsxCell[]>,
): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let at = 0
  for (const [name, content] of parts) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const entry = { name, crc: crc32(plain), packed: packed.length, size: plain.length, at }
    const bytes = Buffer.concat([localHeader(name), packed, descriptor(entry)])
    entries.push(entry)
    at += bytes.length
    yield bytes
  }
  const entry = { name: SHEET, crc: 0, packed: 0, size: 0, at }
  yield localHeader(SHEET)
  const content = Readable.from(counted(sheetOf(header, rows), entry), { objectMode: false })
  // A reader that goes away ends the reading of rows too.
  const deflated = pipeline(content, createDeflateRaw(), () => {})
  for await (const chunk of deflated as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
  entries.push(entry)
  const tail = descriptor(entry)
  at = entry.at + localHeader(SHEET).length + entry.packed + tail.length
  const central = Buffer.concat(entries.map(centralHeader))
  yield Buffer.concat([tail, central, endOf(entries.length, central.length, at)])
}

/** Notes the size and the checksum of what passes. */
async function* counted(content: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    yield chunk
  }
}
