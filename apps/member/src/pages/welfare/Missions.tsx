import { isAmountGoal, missionGoals, missionStanding } from '@tianping/contract/giveaways/facts'
import { Button } from '../../ui/Button.tsx'
import { Card, Progress } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { useMissionClaim, type Mission } from './useWelfare.ts'
import css from './welfare.module.css'

/** Missions with the member's progress; nothing while there are none. */
export function Missions({ missions }: { missions: readonly Mission[] }) {
  if (missions.length === 0) return null
  return (
    <Card label="任务" pad={false} className={css.missions ?? ''}>
      <h2>任务</h2>
      {missions.map(each => (
        <Row key={each.id} mission={each} />
      ))}
      <p className="t-12 faint">任务停止后不能再领取；设置限额不影响已达成的任务。</p>
    </Card>
  )
}

const quantity = ({ goal }: Mission, value: number) =>
  isAmountGoal(goal) ? `¥${yuanText(value)}` : String(value)

const goalText = (mission: Mission) =>
  mission.goal === 'identity'
    ? `通过${mission.detail}`
    : `${missionGoals[mission.goal]}满 ${quantity(mission, mission.needed)}`

/** `2026-11-27 00:00:00` is the end of the day before. */
const lastDay = (until: string) =>
  new Date(Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 1).toISOString().slice(5, 10)

const dots = {
  before: 'wait',
  open: 'wait',
  reached: 'ok',
  claimed: 'ok',
  missed: undefined,
} as const

function Row({ mission: m }: { mission: Mission }) {
  const dot = dots[m.standing]
  return (
    <div className={css.mission}>
      <div className={css.missionHead}>
        <b>{m.name}</b>
        <StateDot {...(dot ? { kind: dot } : {})}>{missionStanding[m.standing]}</StateDot>
      </div>
      <p className="t-13">
        {goalText(m)}，奖金 ¥{yuanText(m.prize)}
      </p>
      <Progress
        label={`${m.name}的进度`}
        percent={Math.min(100, Math.floor((m.done / m.needed) * 100))}
      />
      <p className="t-12">
        已完成 {quantity(m, m.done)} / {quantity(m, m.needed)}
      </p>
      <p className="t-12 muted">
        {m.counts_from.slice(5, 10)} 至 {lastDay(m.counts_until)} 计入
        {m.places.length > 0 && `，限 ${m.places.join('、')}`} ·{' '}
        {m.turnover_times > 0 ? `${m.turnover_times} 倍流水` : '无流水要求'} · 领取截止{' '}
        {m.ends_at.slice(5, 16)}（北京时间）
      </p>
      {m.note !== '' && <p className="t-12 muted">{m.note}</p>}
      <Claim mission={m} />
    </div>
  )
}

function Claim({ mission: { id, name, prize, standing, refused } }: { mission: Mission }) {
  const claim = useMissionClaim()
  if (refused !== '') return <p className={`t-12 ${css.refused}`}>{refused}</p>
  if (standing !== 'reached') return null
  return (
    <Button
      kind="gold"
      size={44}
      block
      busy={claim.busy}
      label={`领取“${name}”的奖金`}
      onClick={() => claim.run({ id })}
    >
      领取 ¥{yuanText(prize)}
    </Button>
  )
}
