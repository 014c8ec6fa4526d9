import { useState } from 'react'
import type { Onboarding as Answer } from '../../app/onboarding.ts'
import { onboardingCall } from '../../app/onboarding.ts'
import { useAction } from '../../app/calls.ts'
import { cache, keyOf } from '../../app/cache.ts'
import { LimitPrompt } from '../../app/limit/LimitPrompt.tsx'
import { shortSize, spanName } from '../../app/protection.ts'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { yuanText } from '../../ui/Money.tsx'
import css from './onboarding.module.css'

type Key = 'safety' | 'card' | 'deposit'
type Step = {
  key: Key
  state: Answer['card']['state']
  title: string
  note: string
  /** The note leads there. */
  about?: string
  to?: { label: string; href: string }
}

const limitText = ({ limit }: Answer['safety']) =>
  limit ? `${spanName(limit.kind)}存款限额 ${shortSize(limit.kind, limit.amount)}` : ''

function safetyStep({ safety }: Answer): Step {
  const { state, change, limit } = safety
  if (change)
    return {
      key: 'safety',
      state,
      title: '修改支付密码',
      note: '一次性密码须先改为您自己的',
      to: { label: '去修改', href: href('/password', { type: '2', once: '1' }) },
    }
  const set = limit ? limitText(safety) : '支付密码已设置，限额可随时设置'
  return {
    key: 'safety',
    state,
    title: '安全设置',
    note: state === 'done' ? set : '支付密码已设置，再定存款限额',
  }
}

const cardStep = ({ card: { state, label } }: Answer): Step => ({
  key: 'card',
  state,
  title: '绑定收款卡',
  note: label || '银行卡或 USDT 地址，取款到这里',
  to: { label: '去绑定', href: href('/wallet', { type: '1' }) },
})

function depositStep({ deposit: { state, amount, activity } }: Answer): Step {
  const waiting = `¥${yuanText(amount ?? 0)} 待确认，到账后通知您`
  const notes = {
    todo: activity ? activity.title : '金额自定，先看清到账方式',
    waiting,
    done: '已到账',
  }
  const way =
    state === 'waiting'
      ? { label: '查看', href: href('/transRecord') }
      : { label: '去存款', href: href('/recharge') }
  const step: Step = { key: 'deposit', state, title: '首次存款', note: notes[state], to: way }
  if (state === 'todo' && activity) step.about = href('/activityInfo', { id: String(activity.id) })
  return step
}

/** The first steps after a registration, as far as the member has come. */
export function Onboarding({ steps }: { steps: Answer }) {
  const { run, busy } = useAction('POST /api/onboarding/show', {
    quiet: true,
    done: ({ data }) => void cache.setQueryData(keyOf(onboardingCall), data),
  })
  const show = (what: 'steps' | 'line' | 'closed') => () => void run({ show: what })
  const all = [safetyStep(steps), cardStep(steps), depositStep(steps)]
  const done = all.filter(({ state }) => state === 'done').length
  const next = all.find(({ state }) => state === 'todo')
  if (steps.shown === 'done')
    return <Done limit={limitText(steps.safety)} onClose={show('closed')} />
  if (steps.shown === 'line')
    return (
      <button type="button" className={`card ${css.line}`} disabled={busy} onClick={show('steps')}>
        <span className={css.mark}>
          <Icon name="bolt" size={20} />
        </span>
        <span className={css.words}>
          <b>继续完成设置</b>
          <span className="t-13 muted">{next ? `下一步：${next.title}` : '等待到账'}</span>
        </span>
        <span className="t-14 muted">{done} / 3</span>
        <Icon name="go" size={20} />
      </button>
    )
  return (
    <section className={`card ${css.card}`} aria-label="新会员三步">
      <header>
        <h2>{['欢迎，三步开始', '还差两步', '还差一步', '快好了'][done]}</h2>
        <button type="button" className="text-btn" disabled={busy} onClick={show('line')}>
          稍后再说
        </button>
      </header>
      <Bars steps={all} done={done} />
      <ol>
        {all.map((step, i) => (
          <Line key={step.key} step={step} number={i + 1} active={step === next} />
        ))}
      </ol>
    </section>
  )
}

const Bars = ({ steps, done }: { steps: Step[]; done: number }) => (
  <p className={css.bars} role="img" aria-label={`已完成 ${done} 步，共 3 步`}>
    {steps.map(({ key, state }) => (
      <i key={key} data-state={state} />
    ))}
  </p>
)

const marks = { done: 'check', waiting: 'clock', todo: undefined } as const

function Line({ step, number, active }: { step: Step; number: number; active: boolean }) {
  const { key, state, title, note, about } = step
  const icon = marks[state]
  return (
    <li data-state={active ? 'active' : state} aria-current={active ? 'step' : undefined}>
      <span className={css.dot}>{icon ? <Icon name={icon} size={16} /> : number}</span>
      <span className={css.words}>
        <b>{title}</b>
        {about ? (
          <a className={`t-13 hit hit--10 ${css.about}`} href={about}>
            {note}
          </a>
        ) : (
          <span className="t-13 muted">{note}</span>
        )}
      </span>
      {key === 'safety' && !step.to && active ? <AskLimit /> : <Way step={step} active={active} />}
    </li>
  )
}

function Way({ step: { state, to }, active }: { step: Step; active: boolean }) {
  if (!to || state === 'done' || (state === 'todo' && !active)) return null
  return (
    <ButtonLink kind={active ? 'primary' : 'tonal'} size={36} href={to.href}>
      {to.label}
    </ButtonLink>
  )
}

/** The question for a limit, asked here instead of before the deposit. */
function AskLimit() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size={36} onClick={() => setOpen(true)}>
        去设置
      </Button>
      <LimitPrompt open={open} next="设置限额" onClose={close} onAnswered={close} />
    </>
  )
}

/** All is done: said once, with the limit that counts. */
const Done = ({ limit, onClose }: { limit: string; onClose: () => void }) => (
  <section className={`card ${css.line}`} aria-label="新会员三步">
    <span className={`${css.mark} ${css.good}`}>
      <Icon name="check" size={20} />
    </span>
    <span className={css.words}>
      <b>准备好了</b>
      <span className="t-13 muted">{limit || '限额可随时设置'}</span>
    </span>
    <ButtonLink kind="tonal" size={36} href={href('/protect')}>
      {limit ? '修改限额' : '设置限额'}
    </ButtonLink>
    <IconButton icon="close" label="关闭" onClick={onClose} />
  </section>
)
