import { useQuery } from '@tanstack/react-query'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { stale, type Shown } from './line.ts'
import css from './bankLines.module.css'

/** One line: where it came from, the orders that it may belong to and what can be done. */
export function Line({ id }: { id: number }) {
  const name = 'POST /api/console/bank-lines/show'
  const { may } = useOperator()
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { line_id: id }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data) return <Unloaded query={shown} />
  const line = shown.data
  return (
    <>
      <Facts>
        <Fact label="流水号">
          <Copy text={line.reference} />
        </Fact>
        <Fact label="收款账户">{line.account}</Fact>
        <Fact label="来自文件">{`${line.file}（${line.imported_by} ${line.imported_at}）`}</Fact>
        {line.voucher !== '' && (
          <Fact label="退汇凭证">{`${line.voucher}（${line.recorded_by} 登记）`}</Fact>
        )}
        {line.decided_by !== '' && (
          <Fact label="经手">{`${line.decided_by} ${line.decided_at} ${line.remark}`.trim()}</Fact>
        )}
      </Facts>
      {line.state === 'open' && <Orders line={line} mayDecide={may('deposit.review')} />}
      {may('deposit.review') && <Ways line={line} />}
    </>
  )
}

type Candidate = Shown['candidates'][number]

const commonOf = (each: Candidate) =>
  [
    each.same_amount && '金额相同',
    each.same_payer && '付款人相同',
    each.same_note && '附言相同',
    !each.waits && '已入账',
  ]
    .filter(Boolean)
    .join('、')

const Orders = ({ line, mayDecide }: { line: Shown; mayDecide: boolean }) => (
  <ul className={css.orders} aria-label="可能的订单">
    {line.candidates.length === 0 && <li>没有可能的存款订单</li>}
    {line.candidates.map(each => (
      <li key={each.deposit_no}>
        <a href={href('/deposits', { state: everyState, open: each.deposit_no })}>
          {each.deposit_no}
        </a>
        <span>{each.username}</span>
        <Money amount={each.amount} />
        <span>{each.created_at}</span>
        <span>{commonOf(each)}</span>
        {mayDecide && <Assign line={line} candidate={each} />}
      </li>
    ))}
  </ul>
)

function Assign({ line, candidate }: { line: Shown; candidate: Candidate }) {
  const { deposit_no } = candidate
  const alone = line.deposit_no === deposit_no
  return (
    <ActionDialog
      size="small"
      type={alone ? 'primary' : 'default'}
      draft={`bank-lines/${line.line_id}/${deposit_no}`}
      decision={{
        title: '归单',
        sentence: `${yuan(line.amount)} 归入 ${candidate.username} 的订单 ${deposit_no}（${yuan(candidate.amount)}）`,
        warning: candidate.same_amount
          ? '金额相符的待审核订单随即入账，按存款审核的复核规则执行。'
          : '金额不符：款项记入订单，订单转存款审核处理。',
        ...(alone ? {} : { required: '归单依据', label: '归单依据（必填）' }),
        confirm: '确认归单',
      }}
      action={remark =>
        callOnce('POST /api/console/bank-lines/assign', {
          line_id: line.line_id,
          deposit_no,
          remark,
        })
      }
      done="已归单"
      stale={stale}
    >
      归入此单
    </ActionDialog>
  )
}

function Ways({ line }: { line: Shown }) {
  const { name } = useOperator()
  const { line_id, voucher, state } = line
  return (
    <div className={css.ways}>
      {state === 'open' && (
        <>
          <AssignOther line={line} />
          <Worded
            line={line}
            verb="dismiss"
            title="标记为非存款"
            sentence={`${yuan(line.amount)} 不是会员存款`}
          />
          <ActionDialog
            size="small"
            draft={`bank-lines/${line_id}/return`}
            decision={{
              title: '登记退汇',
              sentence: `登记已在银行向付款人退回 ${yuan(line.amount)}`,
              warning: '仅用于登记：系统不会自动汇款。须由另一位复核。',
              label: '退汇凭证号（必填）',
              required: '退汇凭证号',
              confirm: '登记，待另一位复核',
            }}
            action={typed =>
              callOnce('POST /api/console/bank-lines/return', { line_id, voucher: typed })
            }
            done="已登记，待另一位复核"
            stale={stale}
          >
            登记退汇
          </ActionDialog>
        </>
      )}
      {state === 'returning' && line.recorded_by !== name && (
        <ActionDialog
          size="small"
          type="primary"
          draft={`bank-lines/${line_id}/returned`}
          decision={{
            title: '复核退汇',
            sentence: `确认 ${line.recorded_by} 已退回 ${yuan(line.amount)}，凭证号 ${voucher}`,
            warning: '请先在银行核对凭证与金额，确认后不可撤销。',
            confirm: '确认已退汇',
          }}
          action={() => callOnce('POST /api/console/bank-lines/returned', { line_id, voucher })}
          done="已确认退汇"
          stale={stale}
        >
          复核退汇
        </ActionDialog>
      )}
      {(state === 'returning' || state === 'not_ours') && (
        <Worded
          line={line}
          verb="reopen"
          title="重新打开"
          sentence="该流水重新等待处理，原处理保留在审计日志"
        />
      )}
    </div>
  )
}

/** An order that nothing in the line points to: the reason starts with its number. */
const AssignOther = ({ line }: { line: Shown }) => (
  <ActionDialog
    size="small"
    draft={`bank-lines/${line.line_id}/other`}
    decision={{
      title: '归入其他订单',
      sentence: `${yuan(line.amount)} 归入另一笔银行卡存款`,
      warning: '金额相符的待审核订单随即入账，按存款审核的复核规则执行。',
      label: '存款单号，空格后填写归单依据（必填）',
      required: '存款单号与归单依据',
      confirm: '确认归单',
    }}
    action={typed => {
      const [deposit_no = '', ...why] = typed.trim().split(/\s+/)
      return callOnce('POST /api/console/bank-lines/assign', {
        line_id: line.line_id,
        deposit_no,
        remark: why.join(' '),
      })
    }}
    done="已归单"
    stale={stale}
  >
    归入其他订单
  </ActionDialog>
)

const Worded = ({
  line,
  verb,
  title,
  sentence,
}: {
  line: Shown
  verb: 'dismiss' | 'reopen'
  title: string
  sentence: string
}) => (
  <ActionDialog
    size="small"
    draft={`bank-lines/${line.line_id}/${verb}`}
    decision={{ title, sentence, required: '说明', label: '说明（必填）', confirm: title }}
    action={remark =>
      callOnce(`POST /api/console/bank-lines/${verb}`, { line_id: line.line_id, remark })
    }
    done={title}
    stale={stale}
  >
    {title}
  </ActionDialog>
)
