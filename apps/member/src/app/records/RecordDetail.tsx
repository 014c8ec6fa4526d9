import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Pairs } from '../../ui/List.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { href } from '../paths.ts'
import css from './records.module.css'

export type Label = { text: string; kind?: 'ok' | 'wait' | 'bad' }

type Props = {
  open: boolean
  title: string
  onClose: () => void
  figure: ReactNode
  state: Label
  pairs: readonly { label: string; value: ReactNode }[]
  /** What the state means for the member, when that is not plain. */
  why?: ReactNode
}

/** One record in full, in a sheet, with the way to customer service. */
export const RecordDetail = ({ open, title, onClose, figure, state, pairs, why }: Props) => (
  <Sheet open={open} title={title} onClose={onClose}>
    <div className={css.lead}>{figure}<StateDot kind={state.kind}>{state.text}</StateDot></div>
    <Pairs className={css.pairs} pairs={pairs} />
    {why && <div className={css.why}>{why}</div>}
    <ButtonLink kind="quiet" block icon="headset" href={href('/kefu')}>联系客服</ButtonLink>
  </Sheet>
)
