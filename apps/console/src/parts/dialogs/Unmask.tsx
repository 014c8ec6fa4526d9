import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import type { ConsoleCallName } from '@tianping/contract/console'
import { ActionDialog } from './ActionDialog.tsx'

/**
 * Shows an item's masked numbers in full for ten minutes; the look and its reason go into the audit
 * log first.
 */
export function Unmask({
  subject,
  what,
  stale,
}: {
  subject: string
  what: string
  stale: ConsoleCallName
}) {
  const { may } = useOperator()
  if (!may('member.unmask')) return null
  return (
    <ActionDialog
      size="small"
      type="link"
      draft={`unmask/${subject}`}
      decision={{
        title: '查看完整资料',
        sentence: `将显示${what}全文十分钟。本次查看会连同原因记入审计日志。`,
        label: '查看原因（必填）',
        required: '审计',
        confirm: '确认查看',
      }}
      action={remark => call('POST /api/console/unmask', { subject, remark })}
      done="已显示完整资料"
      stale={[stale]}
    >
      查看全文
    </ActionDialog>
  )
}
