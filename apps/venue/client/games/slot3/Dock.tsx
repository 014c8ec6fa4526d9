import { yuan } from '../../app/money.ts'

type Props = {
  stakes: number[]
  at: number
  onStake: (at: number) => void
  turning: boolean
  busy: boolean
  blocked: boolean
  offline: boolean
  covered: boolean
  onSpin: () => void
  onPays: () => void
}

/** The stake and the one gold button, at the thumb. The button keeps the focus while it cannot be pressed. */
export function Dock({ stakes, at, onStake, turning, busy, blocked, offline, covered, onSpin, onPays }: Props) {
  const asleep = busy || blocked || offline
  return (
    <footer className="dock" inert={covered}>
      <div className="sdock">
        <div className="step" role="group" aria-label="注额">
          <button type="button" aria-label="减注" disabled={turning || at === 0} onClick={() => onStake(at - 1)}>−</button>
          <div data-testid="stake" aria-live="polite">{yuan(stakes[at]!)}<small>注额 元</small></div>
          <button type="button" aria-label="加注" disabled={turning || at === stakes.length - 1} onClick={() => onStake(at + 1)}>+</button>
        </div>
        <button type="button" className="spin" aria-label={turning ? '旋转中' : '旋转'} aria-disabled={asleep} data-testid="spin" onClick={() => { if (!asleep) onSpin() }}>
          {offline ? '同步中' : turning ? '旋转中' : '旋转'}
        </button>
        <button type="button" className="btn wide" onClick={onPays}>赔付表</button>
      </div>
    </footer>
  )
}
