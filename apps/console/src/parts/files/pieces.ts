// Files go to the server and come back in pieces, as base64: no request is long, and nothing but a
// browser that saves ever gets the bytes.

import { saveBlob } from './saveBlob.ts'

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  const step = 8_192
  for (let at = 0; at < bytes.length; at += step)
    text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}

/** Sends a file piece after piece; `progress` hears which share of it has arrived. */
export async function sendPieces(
  file: Blob,
  pieceBytes: number,
  send: (no: number, content: string) => Promise<unknown>,
  progress: (share: number) => void = () => {},
): Promise<void> {
  const pieces = Math.ceil(file.size / pieceBytes)
  for (let no = 0; no < pieces; no++) {
    const piece = file.slice(no * pieceBytes, (no + 1) * pieceBytes)
    await send(no, base64Of(new Uint8Array(await piece.arrayBuffer())))
    progress((no + 1) / pieces)
  }
}

/** Fetches all pieces of a file and has the browser save it. */
export async function savePieces(
  name: string,
  pieces: number,
  fetchPiece: (no: number) => Promise<string>,
): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let no = 0; no < pieces; no++)
    parts.push(Uint8Array.from(atob(await fetchPiece(no)), letter => letter.codePointAt(0) ?? 0))
  saveBlob(name, new Blob(parts, { type: 'application/octet-stream' }))
}
