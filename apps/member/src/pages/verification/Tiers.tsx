import { tierLabel, verificationState } from '@tianping/contract/verification/facts'
import { href } from '../../app/routes/paths.ts'
import type { Verification } from '../../app/verification/useVerification.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Money } from '../../ui/Money.tsx'
import css from './verification.module.css'

/** What each tier asks for. */
const asks: Record<number, string> = {
  1: '身份证或护照',
  2: '手持证件自拍与住址证明',
}

/** The tiers above none, each with what it allows. */
export const Tiers = ({ of }: { of: Verification }) => (
  <>
    {of.tiers
      .filter(({ tier }) => tier > 0)
      .map(each => (
        <TierCard key={each.tier} tier={each} of={of} />
      ))}
  </>
)

function stateOf(tier: number, of: Verification) {
  if (of.tier >= tier) return <StateDot kind="ok">已完成</StateDot>
  if (of.case?.tier === tier && of.case.state === verificationState.waiting)
    return <StateDot kind="wait">审核中</StateDot>
  if (of.next?.tier === tier) return <StateDot kind="wait">可办理</StateDot>
  return <StateDot>需先完成{tierLabel(tier - 1)}</StateDot>
}

/** Whether the card leads to the form: nothing is under way, and this tier comes next. */
const offers = (tier: number, of: Verification) =>
  of.next?.tier === tier &&
  of.renew === 'no' &&
  of.tries_left > 0 &&
  (of.case === null || of.case.state === verificationState.approved)

function TierCard({ tier: { tier, withdrawal, deposit }, of }: Props) {
  const done = of.tier >= tier
  const offered = offers(tier, of)
  return (
    <Card label={tierLabel(tier)} className={offered ? css.offered : ''}>
      <div className={css.head}>
        <span className={css.number} data-done={done || undefined}>
          {tier}
        </span>
        <span className={css.what}>
          <b className="t-17">{tierLabel(tier)}</b>
          <span className="t-12 faint">
            {done && of.valid_until ? `有效期至 ${of.valid_until}` : asks[tier]}
          </span>
        </span>
        {stateOf(tier, of)}
      </div>
      <dl className={css.allows}>
        <Allowed label="30 天取款" yuan={withdrawal} />
        <Allowed label="30 天存款" yuan={deposit} />
      </dl>
      {offered && (
        <ButtonLink block href={href('/verificationUpload')}>
          办理{tierLabel(tier)}
        </ButtonLink>
      )}
    </Card>
  )
}

type Props = { tier: Verification['tiers'][number]; of: Verification }

const Allowed = ({ label, yuan }: { label: string; yuan: number | null }) => (
  <div>
    <dt className="t-12 faint">{label}</dt>
    <dd>{yuan === null ? <b className="t-17">不限</b> : <Money yuan={yuan} size={17} />}</dd>
  </div>
)
