import { attachedKinds } from '@tianping/contract/tickets/facts'
import { yuanText } from '../../ui/Money.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useAnswer } from '../calls.ts'
import { Awaited } from '../FailedAnswer.tsx'
import type { Attached } from './Attached.tsx'

type Props = { open: boolean; onChoose: (chosen: Attached) => void; onClose: () => void }

/** The member's newest orders and bets, to attach one of them. */
export function AttachSheet({ open, onChoose, onClose }: Props) {
  const answer = useAnswer('POST /api/tickets/attachable', {}, { enabled: open, freshMs: 0 })
  const { data } = answer
  const choices = (data ?? []).map(({ kind, no, amount, at }) => ({
    key: `${kind}/${no}`,
    label: `${attachedKinds[kind]} ¥${yuanText(amount)}`,
    note: at.slice(5, 16),
  }))
  return (
    <Picker
      open={open}
      title="选择订单或注单"
      choices={choices}
      value={undefined}
      onChoose={chosen => {
        const found = data?.find(({ kind, no }) => `${kind}/${no}` === chosen)
        if (found) onChoose(found)
      }}
      onClose={onClose}
      empty={
        data ? (
          <Empty title="没有订单">最近的订单和注单会在这里</Empty>
        ) : (
          <Awaited of={answer} rows={3} />
        )
      }
    />
  )
}
