import { deflateSync } from 'node:zlib'
import { beijing } from '@tianping/money/day'
import { described, toUnicode } from './pdfText.ts'

/** A4 in points. */
export const PAGE = { width: 595, height: 842 }

const stream = (content: string) => {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** Objects every file has: catalogue, list of pages, description, two fonts and their parts. */
const FIRST_PAGE = 9

/** A file of pages, each a list of drawing operators. It embeds no font and runs nothing. */
export function pdfFile(pages: string[], about: { title: string; now: Date }): Buffer {
  const pageNo = (n: number) => FIRST_PAGE + 2 * n
  const made = `(D:${beijing(about.now).replace(/\D/g, '')}+08'00')`
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${pageNo(n)} 0 R`).join(' ')}] >>`,
    `<< /Title ${described(about.title)} /CreationDate ${made} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UTF16-H /Encoding /UniGB-UTF16-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    stream(toUnicode()),
    ...pages.flatMap((content, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /L 4 0 R /C 5 0 R >> >> /Contents ${pageNo(n) + 1} 0 R >>`,
      stream(content),
    ]),
  ]
  return assembled(objects)
}

function assembled(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  // Four bytes above 127 tell those who copy the file that it is no text.
  add(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  const places = objects.map((object, n) => {
    const place = length
    add(
      Buffer.concat([
        Buffer.from(`${n + 1} 0 obj\n`),
        Buffer.from(object),
        Buffer.from('\nendobj\n'),
      ]),
    )
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const start = length
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`))
  add(
    Buffer.from(
      `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
