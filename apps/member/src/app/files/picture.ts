import {
  DOCUMENT_BYTES,
  documentTypes,
  type DocumentType,
} from '@tianping/contract/verification/facts'

/** Longer sides say nothing more about a paper. */
const MAX_SIDE = 2_400
const QUALITY = 0.88

const heads: Record<DocumentType, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
}

/** What the file picker offers. */
export const accepted = Object.values(documentTypes).join(',')

/** What a file is by its first bytes; null for what cannot be sent. */
export const typeOf = (head: Uint8Array): DocumentType | null =>
  (Object.keys(heads) as DocumentType[]).find(type =>
    heads[type].every((byte, at) => head[at] === byte),
  ) ?? null

/** Why a file cannot be sent, or null. */
export const refusalOf = (type: DocumentType | null, bytes: number): string | null => {
  if (type === null) return '仅支持 JPG、PNG 图片或 PDF 文件'
  return bytes > DOCUMENT_BYTES ? '文件不能超过8MB' : null
}

/**
 * A picture of a phone's camera at the size that is kept anyway: less to send, and its place and
 * camera stay on the phone. What the browser cannot decode is sent as it is.
 */
export async function lighter(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const made = await new Promise<Blob | null>(resolve =>
      canvas.toBlob(resolve, documentTypes.jpeg, QUALITY),
    )
    return made ?? file
  } catch {
    return file
  }
}
