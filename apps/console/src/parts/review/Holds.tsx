import type { ConsoleCallName } from '@tianping/contract/console'
import { useOperator } from '../../app/session/operator.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ActionDialog } from '../dialogs/ActionDialog.tsx'
import { openHolds, type Hold } from './holdReason.ts'
import { Part } from './ReviewPanel.tsx'
import css from './beside.module.css'

type HoldsProps = {
  holds: readonly Hold[]
  /** Names the item: `withdrawals/W26…`. */
  item: string
  release: (remark: string) => Promise<null>
  stale: ConsoleCallName[]
}

/** What keeps money from going out, who released it, and the way to do so; empty without any. */
export function Holds({ holds, ...releasing }: HoldsProps) {
  const { may } = useOperator()
  const open = openHolds(holds)
  if (holds.length === 0) return null
  return (
    <Part
      title="放款限制"
      extra={open.length > 0 && may('hold.release') && <Release holds={open} {...releasing} />}
    >
      <ul className={css.flags}>
        {holds.map(({ key, text, released_by }) => (
          <li key={key}>
            <Status tone={released_by ? 'good' : 'bad'}>{released_by ? '已解除' : '限制中'}</Status>
            <span>{text}</span>
            {released_by && <small>由 {released_by} 解除</small>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Whoever releases does not approve it then. */
function Release({ holds, item, release, stale }: HoldsProps) {
  return (
    <ActionDialog
      size="small"
      draft={`${item}/release`}
      decision={{
        title: '解除限制',
        sentence: `将解除以下 ${holds.length} 项限制。解除后须由另一位同事审核，您不能再通过本笔。`,
        facts: (
          <Facts single>
            {holds.map(({ key, text }) => (
              <Fact key={key} label="限制">
                {text}
              </Fact>
            ))}
          </Facts>
        ),
        label: '解除原因（必填）',
        required: '审计',
        confirm: '确认解除',
      }}
      action={release}
      done="已解除，可由另一位同事审核"
      stale={stale}
    >
      解除限制
    </ActionDialog>
  )
}
