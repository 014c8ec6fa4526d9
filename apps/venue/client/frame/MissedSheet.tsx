import { t } from '../words/words.ts'
import { signedYuan, yuan } from '../kit/money.ts'
import type { Bet, Stored } from '../session/wire.ts'
import type { BetLook } from './HistorySheet.tsx'
import { Sheet } from './Sheet.tsx'

type Props<Outcome> = {
  bets: readonly Bet<Outcome>[]
  look: (bet: Bet<Outcome>) => BetLook
  onClose: () => void
  onHistory: () => void
}

/** What a void bet gave back is its stake. */
const backFen = ({ status, stake, payout }: Bet<unknown>) => (status === 'VOID' ? stake : payout)
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

/** Tells what ended while the player was away: each bet with its result, and all together. */
export function MissedSheet<Outcome = Stored>({ bets, look, onClose, onHistory }: Props<Outcome>) {
  const staked = sum(bets.map(bet => bet.stake))
  const back = sum(bets.map(backFen))
  const totals = [
    [t('missed.stake'), yuan(staked)],
    [t('missed.return'), yuan(back)],
    [t('missed.net'), signedYuan(back - staked)],
  ] as const
  const foot = (
    <>
      <button type="button" className="btn wide" onClick={onHistory}>
        {t('missed.history')}
      </button>
      <button type="button" className="btn pri" onClick={onClose}>
        {t('missed.seen')}
      </button>
    </>
  )
  return (
    <Sheet title={t('missed.title')} onClose={onClose} foot={foot}>
      <p className="say">{t('missed.say', { count: bets.length })}</p>
      <ul className="missed">
        {bets.map(bet => (
          <Row key={bet.bet_id} bet={bet} look={look(bet)} />
        ))}
      </ul>
      <dl className="stats">
        {totals.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

function Row({ bet, look }: { bet: Bet<unknown>; look: BetLook }) {
  const isVoid = bet.status === 'VOID'
  return (
    <li className="hr">
      {look.picture}
      <span>
        <b>{look.title}</b>
        <span className="cap c2">{isVoid ? t('missed.void') : look.result}</span>
      </span>
      <span className="r">
        <b>{signedYuan(backFen(bet) - bet.stake)}</b>
        <span className="cap c2">
          {t('missed.of', { stake: yuan(bet.stake), back: yuan(backFen(bet)) })}
        </span>
      </span>
    </li>
  )
}
