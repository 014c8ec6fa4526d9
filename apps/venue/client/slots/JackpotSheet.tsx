import { Figures } from '../kit/Figures.tsx'
import { Sheet } from '../frame/Sheet.tsx'
import { yuan } from '../kit/money.ts'
import { t } from '../words/words.ts'
import type { Pool } from './useJackpot.tsx'

const PARTS_OF_PERCENT = 100
const USUAL_FEN = 200

/** How a pool is filled and won, or what the player has won of it. */
export function JackpotSheet({
  pool,
  wonFen,
  onClose,
}: {
  pool: Pool | null
  wonFen: number
  onClose: () => void
}) {
  const foot = (
    <button type="button" className="btn pri wide" onClick={onClose}>
      {t('grant.seen')}
    </button>
  )
  const title = wonFen > 0 ? t('jackpot.won') : (pool?.name ?? '')
  return (
    <Sheet title={title} onClose={onClose} foot={foot}>
      {wonFen > 0 && (
        <p className="pool-won" data-testid="jackpot-won">
          {t('yuan.of', { amount: yuan(wonFen) })}
        </p>
      )}
      {wonFen > 0 && <p className="say">{t('jackpot.paid')}</p>}
      {pool && wonFen === 0 && <PoolRules pool={pool} />}
    </Sheet>
  )
}

function PoolRules({ pool }: { pool: Pool }) {
  const figures: [string, string][] = [
    [t('jackpot.now'), t('yuan.of', { amount: yuan(pool.pool) })],
    [t('jackpot.seed'), t('yuan.of', { amount: yuan(pool.seed) })],
    [t('jackpot.bound'), t('yuan.of', { amount: yuan(pool.bound) })],
    [t('jackpot.share'), `${pool.share / PARTS_OF_PERCENT}%`],
    [
      t('jackpot.chance', { amount: yuan(USUAL_FEN) }),
      `1 / ${Math.max(1, Math.ceil(pool.one_in / USUAL_FEN)).toLocaleString('en-US')}`,
    ],
  ]
  return (
    <>
      <Figures of={figures} />
      <p className="say gap">{t('jackpot.how')}</p>
      <p className="say gap">{t('jackpot.draw')}</p>
    </>
  )
}
