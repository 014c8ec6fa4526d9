import { useState } from 'react'
import { Icon } from '../../ui/picture/Icon.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import type { Wallet } from './useTransfer.ts'

type Side = 'sourcetype' | 'targettype'
type Props = {
  wallets: readonly Wallet[]
  source: Wallet
  target: Wallet | undefined
  /** The two do not go together. */
  bad: boolean
  onChoose: (next: { sourcetype?: string; targettype?: string }) => void
}

/** From where to where, each side to choose from a sheet, and both to turn round. */
export function Ends({ wallets, source, target, bad, onChoose }: Props) {
  const [choosing, setChoosing] = useState<Side>()
  const [asked, setAsked] = useState<Side>('sourcetype')
  const choose = (side: Side) => {
    setAsked(side)
    setChoosing(side)
  }
  const chosen = asked === 'sourcetype' ? source : target
  return (
    <>
      <div className="route">
        <End way="从" wallet={source} bad={bad} onClick={() => choose('sourcetype')} />
        <End way="到" wallet={target} bad={bad} onClick={() => choose('targettype')} />
        <button
          type="button"
          className="via"
          aria-label="对调"
          onClick={() =>
            target && onChoose({ sourcetype: target.platname, targettype: source.platname })
          }
        >
          <Icon name="transfer" size={20} />
        </button>
      </div>
      <Picker
        open={choosing !== undefined}
        title="选择钱包"
        choices={wallets.map(({ platname, name, balance, barred }) => ({
          key: platname,
          label: name,
          note: barred ? '维护中' : `¥${yuanText(balance)}`,
          disabled: barred,
        }))}
        value={chosen?.platname}
        onChoose={platname => onChoose({ [asked]: platname })}
        onClose={() => setChoosing(undefined)}
      />
    </>
  )
}

const End = ({
  way,
  wallet,
  bad,
  onClick,
}: {
  way: string
  wallet: Wallet | undefined
  bad: boolean
  onClick: () => void
}) => (
  <button
    type="button"
    className={bad ? 'end-point input--bad' : 'end-point'}
    aria-haspopup="listbox"
    aria-label={`${way}：${wallet ? `${wallet.name}，${yuanText(wallet.balance)} 元` : '请选择'}`}
    onClick={onClick}
  >
    <span className="way">
      {way}
      <Icon name="down" size={16} />
    </span>
    <br />
    <b className="t-15">{wallet?.name ?? '选择钱包'}</b>
    <br />
    <span className="t-13 muted">{wallet && `¥${yuanText(wallet.balance)}`}</span>
  </button>
)
