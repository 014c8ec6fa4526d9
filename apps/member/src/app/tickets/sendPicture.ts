import { TICKET_PICTURE_BYTES } from '@tianping/contract/tickets/facts'
import { toast } from '../../ui/layer/toast.tsx'
import { call, wordsOf } from '../api.ts'
import { refresh } from '../calls.ts'
import { lighter } from '../files/lighter.ts'

/** What the file picker offers. */
export const acceptedPictures = 'image/jpeg,image/png'

/** Sends a picture into a conversation; what went wrong is said. Answers whether it was sent. */
export async function sendPicture(ticket_no: string, file: File): Promise<boolean> {
  const picture = await lighter(file)
  if (picture.size > TICKET_PICTURE_BYTES) {
    toast('图片不能超过8MB', 'danger')
    return false
  }
  const form = new FormData()
  form.append('ticket_no', ticket_no)
  form.append('file', picture, 'picture')
  try {
    await call('POST /api/tickets/picture', form)
    return true
  } catch (error) {
    toast(wordsOf(error as Error) ?? '图片没有发出，请重试', 'danger')
    return false
  } finally {
    void refresh('POST /api/tickets/show', 'POST /api/tickets')
  }
}
