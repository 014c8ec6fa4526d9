import { t } from '../words/words.ts'
import { itemAt } from '../../model/present.ts'
import { yuan } from '../kit/money.ts'

export type DockProps = {
  stakes: readonly number[]
  at: number
  onStake: (at: number) => void
  turning: boolean
  busy: boolean
  blocked: boolean
  offline: boolean
  covered: boolean
  onSpin: () => void
  onPays: () => void
  /** What the button says while it turns. */
  doing?: string
  /** Free spins that are left: one tap each, on the stake that triggered them. */
  free?: number
  /** Rounds that the house pays for and that are left: the stake is theirs. */
  granted?: number | undefined
}

/**
 * The stake and the one gold button, at the thumb. The button keeps the focus while it cannot be
 * pressed.
 */
export function Dock({
  stakes,
  at,
  onStake,
  turning,
  busy,
  blocked,
  offline,
  covered,
  onSpin,
  onPays,
  doing = t('slot.spinning'),
  free = 0,
  granted = 0,
}: DockProps) {
  const asleep = busy || blocked || offline
  const fixed = turning || free > 0 || granted > 0
  return (
    <footer className="dock" inert={covered}>
      <div className="sdock">
        <div className="step" role="group" aria-label={t('slot.stake')}>
          <button
            type="button"
            data-quick=""
            aria-label={t('slot.less')}
            disabled={fixed || at === 0}
            onClick={() => onStake(at - 1)}
          >
            −
          </button>
          <div data-testid="stake" aria-live="polite">
            {yuan(itemAt(stakes, at))}
            <small>{t('slot.stake_unit')}</small>
          </div>
          <button
            type="button"
            data-quick=""
            aria-label={t('slot.more')}
            disabled={fixed || at === stakes.length - 1}
            onClick={() => onStake(at + 1)}
          >
            +
          </button>
        </div>
        <button
          type="button"
          data-quick=""
          className="spin"
          aria-label={spinLabel({ turning, doing, free, granted })}
          aria-disabled={asleep}
          data-testid="spin"
          onClick={() => {
            if (!asleep) onSpin()
          }}
        >
          <SpinText
            offline={offline}
            turning={turning}
            doing={doing}
            free={free}
            granted={granted}
          />
        </button>
        <button type="button" className="btn wide" onClick={onPays}>
          {t('slot.pays')}
        </button>
      </div>
    </footer>
  )
}

type Doing = Required<Pick<DockProps, 'turning' | 'doing' | 'free'>> & { granted: number }

/** What the button is called; free spins say it themselves. */
function spinLabel({ turning, doing, free, granted }: Doing): string | undefined {
  if (turning) return doing
  return free > 0 || granted > 0 ? undefined : t('slot.spin')
}

function SpinText({ offline, turning, doing, free, granted }: Doing & Pick<DockProps, 'offline'>) {
  if (offline) return t('syncing')
  if (turning) return doing
  if (free === 0 && granted === 0) return t('slot.spin')
  return (
    <span>
      {t(free > 0 ? 'slot.free' : 'grant.spin')}
      <small>{t('slot.free_left', { count: free > 0 ? free : granted })}</small>
    </span>
  )
}
