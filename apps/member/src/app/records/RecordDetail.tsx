import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Pairs } from '../../ui/List.tsx'
import { share } from '../../ui/share.ts'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { href } from '../routes/paths.ts'
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
  /** The record in words, for those who pass it on: to customer service, for example. */
  words: string
  /** Takes the place of customer service: what there is to do with this record. */
  action?: ReactNode
}

/** One record in full, in a sheet, to share and with the way to customer service. */
export const RecordDetail = ({
  open,
  title,
  onClose,
  figure,
  state,
  pairs,
  why,
  words,
  action,
}: Props) => (
  <Sheet open={open} title={title} onClose={onClose}>
    <div className={css.lead}>
      {figure}
      <StateDot kind={state.kind}>{state.text}</StateDot>
    </div>
    <Pairs className={css.pairs} pairs={pairs} />
    {why && <div className={css.why}>{why}</div>}
    <div className={css.ways}>
      <Button
        kind="quiet"
        icon="share"
        onClick={() => void share({ title, text: `${title}\n${words}` })}
      >
        分享
      </Button>
      {action || (
        <ButtonLink kind="quiet" icon="headset" href={href('/kefu')}>
          联系客服
        </ButtonLink>
      )}
    </div>
  </Sheet>
)
