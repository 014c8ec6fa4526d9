import {
  DOCUMENT_BYTES,
  documentTypes,
  type DocumentType,
} from '@tianping/contract/verification/facts'

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
