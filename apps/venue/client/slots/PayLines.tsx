type Props = {
  label: string
  /** The row of each reel that a line runs through, line by line. */
  lines: readonly (readonly number[])[]
}

const ROWS = [0, 1, 2]

/** A small picture of every line that pays. */
export function PayLines({ label, lines }: Props) {
  return (
    <ul className="lines" aria-label={label}>
      {lines.map((rows, line) => (
        <li key={rows.join('')}>
          <svg viewBox={`0 0 ${rows.length * 10} 30`} aria-hidden="true">
            {rows.flatMap((at, reel) =>
              ROWS.map(row => (
                <rect
                  key={`${reel}${row}`}
                  x={reel * 10 + 1}
                  y={row * 10 + 1}
                  width="8"
                  height="8"
                  rx="2"
                  className={at === row ? 'on' : ''}
                />
              )),
            )}
          </svg>
          第 {line + 1} 线
        </li>
      ))}
    </ul>
  )
}
