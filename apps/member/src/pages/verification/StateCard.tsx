import {
  tierLabel,
  verificationReasons,
  verificationState,
} from '@tianping/contract/verification/facts'
import type { ReactNode } from 'react'
import { href } from '../../app/routes/paths.ts'
import type { Verification } from '../../app/verification/useVerification.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import css from './verification.module.css'

type Case = NonNullable<Verification['case']>
type Shown = {
  tone: 'wait' | 'bad' | 'ok' | 'brand'
  icon: IconName
  title: string
  lines: string[]
  next?: { text: string; to: string } | undefined
}

/** Why somebody said no, as it was said. */
const whyOf = ({ reason, remark }: Case) =>
  [reason === '' || reason === 'other' ? '' : verificationReasons[reason], remark]
    .filter(part => part !== '')
    .join('：')

const upload = (text: string) => ({ text, to: href('/verificationUpload') })

function refusedShown(found: Case, { tries_left: left }: Verification): Shown {
  return {
    tone: 'bad',
    icon: 'close',
    title: '未通过',
    lines: [
      whyOf(found),
      left > 0 ? `还可以提交 ${left} 次，也可由客服协助。` : '次数已用完，请联系客服。',
    ],
    next: left > 0 ? upload('重新提交') : { text: '联系客服', to: href('/kefu') },
  }
}

/** What a case shows, by its state; an approval says nothing here that the tiers do not. */
const shownBy: Partial<Record<Case['state'], (found: Case, of: Verification) => Shown>> = {
  [verificationState.collecting]: ({ documents }) => ({
    tone: 'brand',
    icon: 'up',
    title: '尚未提交',
    lines: [`已上传 ${documents.length} 份资料，填写完成后提交审核。`],
    next: upload('继续'),
  }),
  [verificationState.waiting]: ({ submitted_at }, { answer_hours, tier }) => ({
    tone: 'wait',
    icon: 'clock',
    title: '审核中',
    lines: [
      `${submitted_at.slice(0, 16)} 提交，${answer_hours} 小时内有结果。`,
      `期间按${tierLabel(tier)}的额度取款。`,
    ],
  }),
  [verificationState.more]: found => ({
    tone: 'wait',
    icon: 'warn',
    title: '还需补充资料',
    lines: [whyOf(found)],
    next: upload('补充资料'),
  }),
  [verificationState.rejected]: refusedShown,
  [verificationState.reversed]: found => ({
    tone: 'bad',
    icon: 'warn',
    title: '认证已撤销',
    lines: [whyOf(found), '重新认证前，取款照常受理并暂缓放款。'],
    next: upload('重新认证'),
  }),
}

/** A tier near or past its end. */
function renewalShown({ renew, valid_until }: Verification): Shown | undefined {
  if (renew === 'no') return undefined
  const over = renew === 'over'
  return {
    tone: over ? 'bad' : 'wait',
    icon: 'idcard',
    title: over ? `认证已于 ${valid_until} 到期` : `认证将于 ${valid_until} 到期`,
    lines: [over ? '更新证件后恢复原有额度。' : '更新后取款不受影响。'],
    next: upload('更新证件'),
  }
}

function shownOf(of: Verification): Shown | undefined {
  const found = of.case
  const open = found && shownBy[found.state]
  return open ? open(found, of) : renewalShown(of)
}

export function StateCard({ of }: { of: Verification }) {
  const shown = shownOf(of)
  if (!shown) return null
  return (
    <section className={`card ${css.state}`} aria-label="认证进度">
      <Round tone={shown.tone} icon={shown.icon} />
      <h2 className="t-17">{shown.title}</h2>
      {shown.lines
        .filter(line => line !== '')
        .map(line => (
          <p key={line} className="t-13 muted">
            {line}
          </p>
        ))}
      {shown.next && (
        <ButtonLink kind="tonal" size={44} href={shown.next.to}>
          {shown.next.text}
        </ButtonLink>
      )}
    </section>
  )
}

const Round = ({ tone, icon }: { tone: Shown['tone']; icon: IconName }): ReactNode => (
  <span className={css.round} data-tone={tone}>
    <Icon name={icon} size={24} />
  </span>
)
