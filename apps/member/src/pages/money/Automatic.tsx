import { useState } from 'react'
import { patchUser } from '../../app/account.ts'
import { useAction } from '../../app/calls.ts'
import { typedFen } from '../../app/wallet/money.ts'
import type { Where } from '../../app/wallet/where.ts'
import { Button } from '../../ui/Button.tsx'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { Switch } from '../../ui/field/Switch.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { yuanText } from '../../ui/Money.tsx'
import css from './money.module.css'

/**
 * 自动免转 as it works: in when a game is entered, up to the member's bound, and back when it is
 * left.
 */
export function Automatic({ where }: { where: Where }) {
  const [asking, setAsking] = useState(false)
  const { automatic, each_max: max } = where
  const change = useAction('POST /api/uptransferstatus', {
    stale: ['POST /api/user', 'POST /api/money/where'],
    done: ({ data }) => {
      if (data) patchUser({ transferstatus: data.transferstatus })
      setAsking(false)
      toast('操作成功！')
    },
  })
  const bound = max === null ? '全部余额' : `每次最多 ¥${yuanText(max)}`
  return (
    <section className={`card ${css.auto}`} aria-label="自动免转">
      <div>
        <span>
          <b>自动免转</b>
          <br />
          <span className="t-13 muted">
            {automatic === 1
              ? `进入游戏时转入${bound}，离开后自动回收，未结注单除外`
              : '已关闭：进入游戏前先问您转入多少'}
          </span>
        </span>
        <Switch
          label="自动免转"
          on={automatic === 1}
          disabled={change.busy}
          onChange={on => (on ? setAsking(true) : change.run({ transferstatus: 0 }))}
        />
      </div>
      {automatic === 1 && (
        <button type="button" className={css.bound} onClick={() => setAsking(true)}>
          <span>每次最多转入</span>
          <b>{max === null ? '不限' : `¥${yuanText(max)}`}</b>
        </button>
      )}
      <Sheet open={asking} title="自动免转" onClose={() => setAsking(false)}>
        <Bound
          key={String(asking)}
          max={max}
          busy={change.busy}
          onSave={each => change.run({ transferstatus: 1, each_max: each || '0' })}
        />
      </Sheet>
    </section>
  )
}

type BoundProps = {
  max: number | null
  busy: boolean
  onSave: (each: string) => void
}

/** The most of one entry. Nothing in the field brings the whole balance. */
function Bound({ max, busy, onSave }: BoundProps) {
  const [each, setEach] = useState(max === null ? '500' : String(max))
  const wrong = each !== '' && typedFen(each) % 100n !== 0n
  return (
    <div className="stack">
      <p className="t-13 muted">
        只在进入游戏时转，把该场馆补到这个金额为止；游戏中不会自动补。留空则每次转入全部余额。
      </p>
      <AmountField
        label="每次最多转入"
        value={each}
        placeholder="不限"
        error={wrong ? '请输入整数金额' : null}
        onChange={setEach}
      />
      <Button block busy={busy} disabled={wrong} onClick={() => onSave(each)}>
        开启
      </Button>
    </div>
  )
}
