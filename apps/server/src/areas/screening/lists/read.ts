import type { ListFormat } from '@tianping/contract/screening/facts'
import type { Entry } from './entry.ts'
import { isXml, xmlEntries } from './formats.ts'
import { isTable, tableEntries } from './tables.ts'
import { Unreadable } from './xml.ts'

/** More than any list has. */
const MOST_ENTRIES = 2_000_000

/** UTF-8 of one piece after another; a letter may lie across two of them. */
async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new Unreadable('文件不是 UTF-8 编码')
    throw error
  }
}

/** The entries of a published file, one after the other, while it is read. */
export async function* entriesOf(
  format: ListFormat,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Entry> {
  const texts = decoded(pieces)
  let entries: AsyncIterable<Entry> | null = null
  if (isXml(format)) entries = xmlEntries(format, texts)
  else if (isTable(format)) entries = tableEntries(format, texts)
  if (!entries) throw new Unreadable('未知的格式')
  let count = 0
  for await (const entry of entries) {
    if (++count > MOST_ENTRIES) throw new Unreadable('条目过多')
    yield entry
  }
  if (count === 0) throw new Unreadable('文件中没有条目，请确认格式')
}
