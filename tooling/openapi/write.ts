// Writes docs/reference/*.json: the OpenAPI 3.1 documents of the member API, the console API and
// the venue protocol, from their contracts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { consoleDocument, memberDocument } from './siteApi.ts'
import type { Json } from './schemas.ts'
import { venueDocument } from './venueApi.ts'
import { inRoot } from '../root.ts'

const FOLDER = 'docs/reference'

/** Every document by its file. */
export const documents = (): Record<string, Json> => ({
  [`${FOLDER}/member-api.json`]: memberDocument(),
  [`${FOLDER}/console-api.json`]: consoleDocument(),
  [`${FOLDER}/venue-protocol.json`]: venueDocument(),
})

/** A document as it is written: one field a line, so that changes read well in a diff. */
export const textOf = (document: Json) => `${JSON.stringify(document, null, 1)}\n`

if (import.meta.main) {
  mkdirSync(inRoot(FOLDER), { recursive: true })
  for (const [file, document] of Object.entries(documents())) {
    const text = textOf(document)
    writeFileSync(inRoot(file), text)
    const operations = Object.values(document['paths'] as Record<string, Json>).flatMap(path =>
      Object.keys(path),
    )
    console.log(`${file}: ${operations.length} operations, ${Math.round(text.length / 1_024)} KiB.`)
  }
}
