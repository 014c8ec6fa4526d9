import { yuan } from '../kit/money.ts'
import { Sheet } from '../frame/Sheet.tsx'
import { t } from '../words/words.ts'
import type { Granted } from './useGrant.tsx'

/** What the house gives, before the first of its rounds, and what they came to after the last. */
export function GrantSheet({ grant, onClose }: { grant: Granted; onClose: () => void }) {
  const { left, rounds, stake, won } = grant
  const begins = left > 0
  const foot = (
    <button type="button" className="btn pri wide" onClick={onClose}>
      {t(begins ? 'grant.begin' : 'grant.seen')}
    </button>
  )
  return (
    <Sheet title={t(begins ? 'grant.title' : 'grant.done')} onClose={onClose} foot={foot}>
      <dl className="kv">
        <div>
          <dt>{t(begins ? 'grant.left' : 'grant.played')}</dt>
          <dd data-testid="grant-count">{begins ? `${left} / ${rounds}` : rounds}</dd>
        </div>
        <div>
          <dt>{t('grant.stake')}</dt>
          <dd>{t('yuan.of', { amount: yuan(stake) })}</dd>
        </div>
        <div>
          <dt>{t('grant.won')}</dt>
          <dd data-testid="grant-won">{t('yuan.of', { amount: yuan(won) })}</dd>
        </div>
      </dl>
      <p className="say gap">{t(begins ? 'grant.begin_say' : 'grant.done_say')}</p>
    </Sheet>
  )
}
