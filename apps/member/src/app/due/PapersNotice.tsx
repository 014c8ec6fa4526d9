import { tierLabel } from '@tianping/contract/verification/facts'
import { href } from '../routes/paths.ts'
import { Card } from '../../ui/Card.tsx'
import { useAction } from '../calls.ts'
import { dueCall, useDue, type Papers } from './due.ts'
import css from './due.module.css'

const yuan = (sum: number) => `¥${sum.toLocaleString('en-US')}`

/** When a tier is asked for, one clause each; what the member has proven is left out. */
function clauses({ tier, deposit, play, withdrawal, ...sums }: Papers): string[] {
  const asked: [string, number][] = [
    ['存款前', deposit],
    ['游戏前', play],
    ['首次取款', withdrawal],
    [`30 天存取款超过 ${yuan(sums.tier1_above)} `, sums.tier1_above > 0 ? 1 : 0],
    [`30 天存取款超过 ${yuan(sums.tier2_above)} `, sums.tier2_above > 0 ? 2 : 0],
  ]
  return asked
    .filter(([, needs]) => needs > tier)
    .map(([when, needs]) => `${when}须完成${tierLabel(needs)}`)
}

/** Before money comes in: which papers may be asked for, when and how. */
export function PapersNotice() {
  const papers = useDue()?.papers
  const { run, busy } = useAction('POST /api/protection/papers', { stale: [dueCall], quiet: true })
  const when = papers ? clauses(papers) : []
  if (!papers || when.length === 0) return null
  return (
    <Card label="认证资料" className={css.card}>
      <p className="t-13">
        {when.join('；')}。须上传身份证或护照，高级认证另需本人照片与住址证明，一般{' '}
        {papers.answer_hours} 小时内审核。
      </p>
      <p className={css.line}>
        <a className="text-btn text-btn--brand" href={href('/verification')}>
          去认证
        </a>
        {!papers.read && (
          <button type="button" className="text-btn" disabled={busy} onClick={() => run({})}>
            知道了
          </button>
        )}
      </p>
    </Card>
  )
}
