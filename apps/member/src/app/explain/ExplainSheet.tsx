import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Pairs } from '../../ui/List.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import type { Explanation } from './explain.ts'
import css from './explain.module.css'

type Props = {
  title: string
  head?: ReactNode
  explanation: Explanation
  open: boolean
  onClose: () => void
}

/**
 * Why something was refused, or how a figure came about: the rule, what it looked at, what is
 * missing, and the way from there.
 */
export const ExplainSheet = ({
  title,
  head,
  explanation: { rule, inputs, missing, points, next },
  open,
  onClose,
}: Props) => (
  <Sheet open={open} title={title} onClose={onClose}>
    {head}
    {points.length > 0 && (
      <ul className={css.points} aria-label="条件">
        {points.map(({ text, met, note }) => (
          <li key={text}>
            <span>
              <b className="t-15">{text}</b>
              {note !== '' && <span className="t-13 red">{note}</span>}
            </span>
            <StateDot kind={met ? 'ok' : 'bad'}>{met ? '已满足' : '未满足'}</StateDot>
          </li>
        ))}
      </ul>
    )}
    <Pairs
      className={css.figures}
      pairs={[
        ...(rule === '' ? [] : [{ label: '适用规则', value: rule }]),
        ...inputs,
        ...missing.map(({ label, value }) => ({
          label,
          value: <span className="red b">{value}</span>,
          strong: true,
        })),
      ]}
    />
    {next && (
      <ButtonLink block href={next.href}>
        {next.label}
      </ButtonLink>
    )}
  </Sheet>
)
