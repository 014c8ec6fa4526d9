import { Alert } from 'antd'
import { useOperator } from '../../app/session/operator.ts'
import { secondApprovalNote } from '../../parts/review/secondApproval.ts'

/** Stands above an order that two operators have to approve. */
export function SecondApprovalNote({ order }: { order: Parameters<typeof secondApprovalNote>[0] }) {
  const { name } = useOperator()
  const note = secondApprovalNote(order, name)
  return note && <Alert type="info" showIcon style={{ marginTop: 14 }} title={note} />
}
