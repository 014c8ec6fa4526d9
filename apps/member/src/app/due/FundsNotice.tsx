import { fundsLevels } from '@tianping/contract/protection/facts'
import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { refresh, useAction } from '../calls.ts'
import { dueCall, type Funds } from './due.ts'
import css from './due.module.css'

const reasons: Record<Funds['why'], string> = {
  first: '首次游戏前，请了解您的资金如何受到保护。',
  changed: '说明已更新，请重新阅读。',
  reminder: '每半年提醒一次。',
}

/** How far the member's money is protected, and the button that says it was read. */
export function FundsNotice({ funds, onRead }: { funds: Funds; onRead?: () => void }) {
  const { run, busy } = useAction('POST /api/protection/funds', {
    stale: [dueCall],
    done: onRead,
    failed: () => void refresh(dueCall),
  })
  return (
    <div className={css.stack}>
      <p className={css.line}>
        <span className="t-14 muted">资金保护程度</span>
        <Tag kind="gold">{fundsLevels[funds.level]}</Tag>
      </p>
      <p className="t-15">{funds.text}</p>
      <p className={css.line}>
        <span className="t-14 muted">目前由平台保管</span>
        <b className="t-15">¥{yuanText(funds.held)}</b>
      </p>
      <p className="t-13 muted">{reasons[funds.why]}</p>
      <Button block busy={busy} onClick={() => run({ version: funds.version })}>
        已阅读并了解
      </Button>
    </div>
  )
}
