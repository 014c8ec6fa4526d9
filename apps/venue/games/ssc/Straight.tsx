import { itemAt } from '../../model/present.ts'
import { useState } from 'react'
import { linesOf } from '../../client/rounds/linesOf.ts'
import { useTableContext } from '../../client/rounds/TableContext.ts'
import { SscPick as Pick } from './SscPick.tsx'

/**
 * 直选: three digits typed in their order; what is chosen stands beside as cells that can be dropped
 * again.
 */
export function Straight({ three, name }: { three: string; name: string }) {
  const {
    slip,
    open,
    board: { confirmedOn },
    table,
  } = useTableContext()
  const [text, setText] = useState('')
  const confirmed = table.tickets.flatMap(linesOf).map(line => line.pick)
  const chosen = [...new Set([...slip.lines.map(line => line.pick), ...confirmed])].filter(
    pick => pick.startsWith(`${three}:`) && /\d{3}$/.test(pick),
  )
  const add = () => {
    if (!/^\d{3}$/.test(text) || !open) return
    if (slip.stakeOn(`${three}:${text}`) === 0) slip.tap(`${three}:${text}`)
    setText('')
  }
  return (
    <>
      <form
        className="straight"
        onSubmit={event => {
          event.preventDefault()
          add()
        }}
      >
        <label>
          <span>直选</span>
          <input
            value={text}
            inputMode="numeric"
            maxLength={3}
            placeholder="三个数字"
            autoComplete="off"
            aria-label={`${name}直选，三个数字`}
            onChange={({ target }) => {
              // The field itself too: Preact leaves in it what the state does not change.
              target.value = target.value.replaceAll(/\D/g, '')
              setText(target.value)
            }}
          />
        </label>
        <button type="submit" className="btn" aria-disabled={text.length !== 3 || !open}>
          加入
        </button>
      </form>
      {chosen.length > 0 && (
        <div className="grid five">
          {chosen
            .toSorted((a, b) => confirmedOn(b) - confirmedOn(a))
            .map(pick => (
              <Pick key={pick} pick={pick} name={itemAt(pick.split(':'), 1)} />
            ))}
        </div>
      )}
    </>
  )
}
