import type { Given } from '@tianping/contract'
import { attachedKinds, type AttachedKind } from '@tianping/contract/tickets/facts'
import { Money } from '../../ui/Money.tsx'
import { recordTypes } from '../records/recordTypes.ts'
import { href } from '../routes/paths.ts'
import css from './attached.module.css'

export type Attached = Given<'POST /api/tickets/attachable'>[number]

/** Where more is to be seen of an order or a bet. */
const placeOf: Readonly<Record<AttachedKind, (no: string) => string>> = {
  deposit: no => href('/payInfo', { deposit_no: no }),
  withdrawal: () => href('/transRecord', { type: recordTypes.withdrawal }),
  transfer: () => href('/transRecord', { type: recordTypes.transferIn }),
  bet: () => href('/betRecord'),
}

/** An order or a bet as a card beside the words about it. */
export const AttachedCard = ({ of: { kind, no, amount, at } }: { of: Attached }) => (
  <div className={css.card}>
    <p>
      <span className="t-12 faint">{attachedKinds[kind]}</span>
      <Money yuan={amount} size={20} />
    </p>
    <p>
      <span className={`t-12 faint ${css.number}`}>
        …{no.slice(-6)}，{at.slice(5, 16)}
      </span>
      <a className="blue t-13" href={placeOf[kind](no)}>
        查看
      </a>
    </p>
  </div>
)
