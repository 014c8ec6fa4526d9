import { windowStanding } from '@tianping/contract/giveaways/facts'
import { useLoggedIn } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { useWindowDraw, useWindows, type PacketWindow, type Won } from './useWindows.ts'
import css from './windows.module.css'

/** Windows beside the documented one; nothing while there are none for the member. */
export function Windows({ shown, onWon }: { shown: boolean; onWon: Won }) {
  const held = useLoggedIn()
  const rows = useWindows().data?.data ?? []
  if (!shown || !held || rows.length === 0) return null
  return (
    <section className={`card ${css.windows}`} aria-label="更多红包时段">
      <h2>更多红包时段</h2>
      {rows.map(row => (
        <Window key={row.id} row={row} onWon={onWon} />
      ))}
    </section>
  )
}

const range = ({ amount_min, amount_max }: PacketWindow) =>
  `¥${yuanText(amount_min)}–${yuanText(amount_max)}`

function Window({ row, onWon }: { row: PacketWindow; onWon: Won }) {
  const draw = useWindowDraw(row.id, onWon)
  return (
    <div className={css.window}>
      <div className={css.head}>
        <b>{row.name}</b>
        <StateDot kind={row.standing === 'open' ? 'ok' : 'wait'}>
          {windowStanding[row.standing]}
        </StateDot>
      </div>
      <p className="t-12 muted">
        每日 {row.opens}-{row.closes}（北京时间） · {row.starts_at.slice(5, 16)} 至{' '}
        {row.ends_at.slice(5, 16)}
      </p>
      <p className="t-12 muted">
        当日存款满 ¥{yuanText(row.needed)} 可领 {row.claims} 个 · 单个 {range(row)} ·{' '}
        {row.turnover_times > 0 ? `${row.turnover_times} 倍流水` : '无流水要求'}
      </p>
      {row.note !== '' && <p className="t-12 muted">{row.note}</p>}
      <p className="t-12">
        今日存款 ¥{yuanText(row.counted)} · 已领 {row.used}/{row.claims}
      </p>
      {row.refused === '' ? (
        <Button
          kind="gold"
          size={44}
          block
          busy={draw.busy}
          label={`领取“${row.name}”的红包`}
          onClick={draw.run}
        >
          领取红包
        </Button>
      ) : (
        <p className={`t-12 ${css.refused}`}>{row.refused}</p>
      )}
    </div>
  )
}
