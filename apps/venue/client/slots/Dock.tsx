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
  doing = '旋转中',
  free = 0,
}: DockProps) {
  const asleep = busy || blocked || offline
  const fixed = turning || free > 0
  return (
    <footer className="dock" inert={covered}>
      <div className="sdock">
        <div className="step" role="group" aria-label="注额">
          <button
            type="button"
            data-quick=""
            aria-label="减注"
            disabled={fixed || at === 0}
            onClick={() => onStake(at - 1)}
          >
            −
          </button>
          <div data-testid="stake" aria-live="polite">
            {yuan(itemAt(stakes, at))}
            <small>注额 元</small>
          </div>
          <button
            type="button"
            data-quick=""
            aria-label="加注"
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
          aria-label={spinLabel({ turning, doing, free })}
          aria-disabled={asleep}
          data-testid="spin"
          onClick={() => {
            if (!asleep) onSpin()
          }}
        >
          <SpinText offline={offline} turning={turning} doing={doing} free={free} />
        </button>
        <button type="button" className="btn wide" onClick={onPays}>
          赔付表
        </button>
      </div>
    </footer>
  )
}

type Doing = Required<Pick<DockProps, 'turning' | 'doing' | 'free'>>

/** What the button is called; free spins say it themselves. */
function spinLabel({ turning, doing, free }: Doing): string | undefined {
  if (turning) return doing
  return free > 0 ? undefined : '旋转'
}

function SpinText({ offline, turning, doing, free }: Doing & Pick<DockProps, 'offline'>) {
  if (offline) return '同步中'
  if (turning) return doing
  if (free === 0) return '旋转'
  return (
    <span>
      免费<small>{` 余 ${free} 次`}</small>
    </span>
  )
}
