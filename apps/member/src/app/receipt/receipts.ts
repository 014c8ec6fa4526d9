import { call } from '../api.ts'

/** A picture for one deposit, as the call takes it. */
export function receiptForm(depositNo: string, picture: Blob): FormData {
  const form = new FormData()
  form.append('deposit_no', depositNo)
  form.append('file', picture, 'receipt')
  return form
}

/** Sends a receipt beside what the member waits for; false when it has to be sent again. */
export const sendReceipt = (depositNo: string, picture: Blob): Promise<boolean> =>
  call('POST /api/depositreceipt/upload', receiptForm(depositNo, picture)).then(
    () => true,
    () => false,
  )
