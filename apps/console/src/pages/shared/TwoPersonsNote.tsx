import { Alert } from 'antd'
import { useOperator } from '../../app/session/operator.ts'
import { twoPersonsNote } from '../../parts/review/twoPersons.ts'

/** Stands above an order that two operators have to approve. */
export function TwoPersonsNote({ order }: { order: Parameters<typeof twoPersonsNote>[0] }) {
  const { name } = useOperator()
  const note = twoPersonsNote(order, name)
  return note && <Alert type="info" showIcon style={{ marginTop: 14 }} title={note} />
}
