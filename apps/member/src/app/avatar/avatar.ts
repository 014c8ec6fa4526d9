/** What a picture may be and how large (the server's limit), in bytes. */
export const kinds = ['image/gif', 'image/png'] as const
const maxBytes = 2 * 1024 * 1024

const starts = (bytes: Uint8Array, ...wanted: number[]) =>
  wanted.every((byte, i) => bytes[i] === byte)

/**
 * Whether these are the first bytes of a gif or a png: what a file is called says nothing about
 * what it is.
 */
export const isPicture = (head: Uint8Array) =>
  starts(head, 0x47, 0x49, 0x46, 0x38) || starts(head, 0x89, 0x50, 0x4e, 0x47)

/** Why a file cannot be an avatar; null when it can. */
export async function refusalOf(file: Blob): Promise<string | null> {
  if (file.size > maxBytes) return '图片不能超过2MB'
  if (!isPicture(new Uint8Array(await file.slice(0, 4).arrayBuffer())))
    return '头像仅支持 GIF 或 PNG 图片'
  return null
}
