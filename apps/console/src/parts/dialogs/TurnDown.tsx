import type { ConsoleCallName } from '@tianping/contract/console'
import type { ButtonProps } from 'antd'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from './ActionDialog.tsx'

type Props = {
  /** What was proposed: 锦标赛, 投放, … */
  what: string
  /** Which one it is, and what becomes of it. */
  which: string
  proposedBy: string
  draft: string
  action: (remark: string) => Promise<unknown>
  stale: readonly ConsoleCallName[]
  size?: ButtonProps['size']
}

/** A proposal that waits comes to nothing: its proposer takes it back, anybody else refuses it. */
export function TurnDown({ what, which, proposedBy, stale, ...dialog }: Props) {
  const { name } = useOperator()
  const verb = proposedBy === name ? '撤回' : '拒绝'
  return (
    <ActionDialog
      danger
      decision={{
        title: `${verb}${what}`,
        sentence: `${verb}${which}`,
        required: '说明原因',
        confirm: `确认${verb}`,
      }}
      done={`已${verb}`}
      stale={[...stale]}
      {...dialog}
    >
      {verb}
    </ActionDialog>
  )
}
