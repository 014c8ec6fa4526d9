import { useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { useAction, useAnswer } from '../calls.ts'
import { useLoggedIn } from '../session.ts'
import { ReceiptField } from './ReceiptField.tsx'
import { receiptForm } from './receipts.ts'

const asked = 'POST /api/depositreceipt'

/** The receipt of an own bank deposit, as long as somebody looks for the payment. */
export function ReceiptCard({ depositNo }: { depositNo: string }) {
  const held = useLoggedIn()
  const [picture, setPicture] = useState<Blob | null>(null)
  // Whoever holds another member's order sees nothing of it.
  const { data } = useAnswer(asked, { deposit_no: depositNo }, { enabled: held, silent: true })
  const upload = useAction('POST /api/depositreceipt/upload', {
    quiet: true,
    stale: [asked],
    done: ({ message }) => toast(message),
    failed: () => setPicture(null),
  })
  if (!data || data.state === 'closed') return null
  return (
    <Card label="付款凭证">
      <ReceiptField
        picture={picture}
        kept={data.state === 'sent'}
        busy={upload.busy}
        note={
          data.state === 'sent'
            ? `${data.uploaded_at} 已上传，审核前可更换`
            : '上传转账截图，有助于更快到账'
        }
        onChoose={chosen => {
          setPicture(chosen)
          upload.run(receiptForm(depositNo, chosen))
        }}
      />
    </Card>
  )
}
