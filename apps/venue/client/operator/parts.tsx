/** A moment as the desk reads it: of Asia/Shanghai. */
export const time = (iso: string) =>
  new Date(iso).toLocaleString('zh-CN', {
    timeZone: 'Asia/Shanghai',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })

export function More({ more }: { more: (() => void) | null }) {
  return (
    more && (
      <button type="button" className="more" onClick={more}>
        更多
      </button>
    )
  )
}

type GameFilterProps = {
  label: string
  games: readonly { code: string; name: string }[]
  code: string
  onChange: (code: string) => void
  onRefresh: () => void
  /** Why the list could not be read; empty otherwise. */
  trouble: string
}

/** Chooses the game of a list, and reads the list again. */
export function GameFilter({ label, games, code, onChange, onRefresh, trouble }: GameFilterProps) {
  return (
    <div className="row">
      <label>
        {label}{' '}
        <select value={code} onChange={event => onChange(event.target.value)}>
          {games.map(game => (
            <option key={game.code} value={game.code}>
              {game.name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={onRefresh}>
        刷新
      </button>
      {trouble && (
        <span className="bad" role="alert">
          {trouble}
        </span>
      )}
    </div>
  )
}
