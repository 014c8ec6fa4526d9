import { t } from '../words/words.ts'
import { yuan } from '../kit/money.ts'
import { minuteTime } from '../kit/when.ts'
import type { State } from '../session/wire.ts'
import { PAGE_TARGET } from '../session/frame.ts'

/** The limits of the player's own session, and where they are changed. */
export function Limits({ state: { session, limit_url } }: { state: State }) {
  return (
    <>
      <div className="lab">
        <span>{t('limits.mine')}</span>
        {limit_url && (
          <a href={limit_url} target={PAGE_TARGET}>
            {t('head.limits')}
          </a>
        )}
      </div>
      <dl className="kv">
        <div>
          <dt>{t('limits.reality')}</dt>
          <dd>{t('limits.every', { minutes: session.reality_check_min })}</dd>
        </div>
        <div>
          <dt>{t('limits.loss_left')}</dt>
          <dd>{leftOf(session.net_limit_left)}</dd>
        </div>
        {session.stake_limit_left !== null && (
          <div>
            <dt>{t('limits.stake_left')}</dt>
            <dd>{leftOf(session.stake_limit_left)}</dd>
          </div>
        )}
        {session.ends_at !== null && (
          <div>
            <dt>{t('limits.ends')}</dt>
            <dd>{minuteTime(session.ends_at)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

const leftOf = (fen: number | null) =>
  fen === null ? t('limits.none') : t('yuan.of', { amount: yuan(fen) })
