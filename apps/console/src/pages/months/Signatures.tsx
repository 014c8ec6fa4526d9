import { figureFacts, ngrSteps } from '@tianping/contract/figures/facts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Card } from '../../ui/Room.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { monthCalls, type Month } from './month.ts'
import css from './months.module.css'

const stale = [monthCalls.list, monthCalls.show]

const signed = (by: string, at: string) => (by === '' ? '未签字' : `${by} · ${at}`)

/** Who has signed, who may sign now, and what is in the way. */
export function Signatures({ month }: { month: Month }) {
  return (
    <Card title="双人签字">
      <dl className={css.signs}>
        <div>
          <span>
            <dt>制表</dt>
            <dd>{signed(month.prepared_by, month.prepared_at)}</dd>
          </span>
          <FirstWays month={month} />
        </div>
        <div>
          <span>
            <dt>复核</dt>
            <dd>{signed(month.closed_by, month.closed_at)}</dd>
          </span>
          <SecondWay month={month} />
        </div>
      </dl>
      {month.obstacles.length > 0 && (
        <ul className={css.obstacles} aria-label="不能签字的原因">
          {month.obstacles.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p className={css.note}>
        {month.state === 'closed'
          ? `摘要 ${month.hash}`
          : '关账后该月不再变化；之后的更正记入未关账的月份。复核签字须由另一位同事完成。'}
      </p>
    </Card>
  )
}

function FirstWays({ month }: { month: Month }) {
  const { may } = useOperator()
  if (!may('month.sign')) return null
  if (month.state === 'prepared') return <Withdraw month={month} />
  if (month.state !== 'open') return null
  return <Prepare month={month} disabled={month.obstacles.length > 0} />
}

function SecondWay({ month }: { month: Month }) {
  const { may, name } = useOperator()
  if (!may('month.sign') || month.state !== 'prepared') return null
  const own = month.prepared_by.toLowerCase() === name.toLowerCase()
  return <Close month={month} disabled={own || month.obstacles.length > 0} />
}

const Prepare = ({ month, disabled }: { month: Month; disabled: boolean }) => (
  <ActionDialog
    size="small"
    type="primary"
    disabled={disabled}
    draft={`months/prepare/${month.month}`}
    decision={{
      title: `制表签字 ${month.month}`,
      sentence: '您确认已核对这张试算平衡表。另一位同事复核签字后，该月关账。',
      confirm: '签字',
    }}
    action={() =>
      callOnce('POST /api/console/months/prepare', { month: month.month, digest: month.digest })
    }
    done="已制表签字"
    stale={stale}
  >
    签字
  </ActionDialog>
)

const Withdraw = ({ month }: { month: Month }) => (
  <ActionDialog
    size="small"
    draft={`months/withdraw/${month.month}`}
    decision={{
      title: `撤回签字 ${month.month}`,
      sentence: '撤回后须重新制表签字。',
      confirm: '撤回',
    }}
    action={() => callOnce('POST /api/console/months/withdraw', { month: month.month })}
    done="已撤回签字"
    stale={stale}
  >
    撤回
  </ActionDialog>
)

const Close = ({ month, disabled }: { month: Month; disabled: boolean }) => (
  <ActionDialog
    size="small"
    type="primary"
    disabled={disabled}
    draft={`months/close/${month.month}`}
    decision={{
      title: `复核签字并关账 ${month.month}`,
      sentence: `关账后 ${month.month} 永远不再变化，不能撤销。`,
      confirm: '签字并关账',
    }}
    action={() => callOnce('POST /api/console/months/close', { month: month.month })}
    done="已关账"
    stale={stale}
  >
    签字并关账
  </ActionDialog>
)

/** What the month came to, from the same facts as the reports. */
export function Result({ month }: { month: Month }) {
  const { result } = month
  return (
    <Card title="本月结果">
      <table className={css.plain} aria-label="本月结果">
        <tbody>
          <tr>
            <td>{figureFacts.ggr.label}</td>
            <td>
              <Signed amount={result.ggr} />
            </td>
          </tr>
          {ngrSteps.map(step => (
            <tr key={step}>
              <td>{figureFacts[step].label}</td>
              <td>
                <Money amount={step === 'fee' ? result[step] : -result[step]} />
              </td>
            </tr>
          ))}
          <tr data-sum="">
            <td>{figureFacts.ngr.label}</td>
            <td>
              <Signed amount={result.ngr} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={css.note}>
        {month.late_bets + month.late_entries > 0 &&
          `含已关账月份的更正：注单 ${month.late_bets} 笔，账目 ${month.late_entries} 笔。`}
        {month.as_of && `数据更新至 ${month.as_of}。`}
      </p>
    </Card>
  )
}
