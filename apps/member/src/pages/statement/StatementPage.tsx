import { statementDefinitions } from '@tianping/contract/protection/facts'
import { useState } from 'react'
import { useQueryOf } from '../../app/routes/router.tsx'
import { useView } from '../../app/routes/view.ts'
import { BackBar } from '../../app/shell/BackBar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { Account } from './Account.tsx'
import { Sessions } from './Sessions.tsx'
import css from './statement.module.css'

const views = [
  { key: '', label: '收支' },
  { key: 'sessions', label: '游戏时段' },
] as const
type View = (typeof views)[number]['key']
const isShown = (kept: unknown): kept is View => views.some(({ key }) => key === kept)

/** What a member paid, played and took home over a span, and when the member played. */
export default function StatementPage() {
  const [view, setView] = useView<View>('view', useQueryOf('/statement').view, isShown)
  const [helped, setHelped] = useState(false)
  return (
    <>
      <BackBar
        title="对账单"
        end={<IconButton icon="help" label="说明" onClick={() => setHelped(true)} />}
      />
      <main>
        <div className={css.views}>
          <Segment label="内容" tabs={views} value={view} onChange={setView} />
        </div>
        {view === '' ? <Account /> : <Sessions />}
      </main>
      <Sheet open={helped} title="对账单说明" onClose={() => setHelped(false)}>
        <Definitions />
        <p className={css.definition}>
          游戏时段从进入游戏或投注算起，间隔不超过 15
          分钟的算同一段，到最后一次为止；注单按投注时间归入。
        </p>
      </Sheet>
    </>
  )
}

const Definitions = () =>
  statementDefinitions.map(text => (
    <p key={text} className={css.definition}>
      {text}
    </p>
  ))
