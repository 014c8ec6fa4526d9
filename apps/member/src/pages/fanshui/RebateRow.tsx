import { rebateState } from '@tianping/contract/rebate/facts'
import { StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Rebate } from './useFanshui.ts'
import records from '../../app/records/records.module.css'

/** `2026-11-20 00:12:33` as a row has room for it: `2026-11-20 00:12`. */
export const short = (time: string) => time.slice(0, 16)

export const unclaimed = '暂未领取'
export const isClaimed = (row: Pick<Rebate, 'state'>) => row.state !== rebateState.waiting

export const RebateRow = ({
  row,
  ico,
  onOpen,
}: {
  row: Rebate
  ico: string | undefined
  onOpen: () => void
}) => (
  <button type="button" className="row" onClick={onOpen}>
    <span className={records.mono}>
      {ico ? <img src={ico} width={40} height={40} alt="" /> : <Icon name="percent" />}
    </span>
    <span className="grow">
      <span className="t-15 b">{row.gamename}</span>
      <br />
      <span className="t-12 faint">结算 {short(row.created_at)}</span>
    </span>
    <span className={records.right}>
      <Money yuan={row.money} size={17} signed />
      {isClaimed(row) ? (
        <StateDot kind="ok">{short(row.updated_at)} 领取</StateDot>
      ) : (
        <StateDot kind="wait">{unclaimed}</StateDot>
      )}
    </span>
  </button>
)
