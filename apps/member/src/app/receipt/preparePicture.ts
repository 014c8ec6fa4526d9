import { RECEIPT_BYTES } from '@tianping/contract/cashier/facts'
import { toast } from '../../ui/layer/toast.tsx'
import { lighter } from '../files/lighter.ts'
import { typeOf } from '../files/picture.ts'

/** What the file picker offers. */
export const pictures = 'image/jpeg,image/png'

/** A picture as it is sent, without its place and camera; null for others, with the reason said. */
export async function preparePicture(file: File): Promise<Blob | null> {
  const type = typeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
  const blob = type === 'jpeg' || type === 'png' ? await lighter(file) : null
  if (blob && blob.size <= RECEIPT_BYTES) return blob
  toast(blob ? '图片不能超过8MB' : '仅支持 JPG、PNG 图片', 'danger')
  return null
}
