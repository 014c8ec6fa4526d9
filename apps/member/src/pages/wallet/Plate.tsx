import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Masked } from '../../ui/Money.tsx'
import type { Card } from './useWallet.ts'
import css from './wallet.module.css'

const networks: Record<string, string> = { TRC20: 'Tron', ERC20: 'Ethereum' }

/**
 * One bound card or address as an engraved plate; only the last four characters of its number show.
 */
export function Plate({
  card,
  usdt,
  onUnbind,
}: {
  card: Card
  usdt: boolean
  onUnbind: () => void
}) {
  const alipay = !usdt && card.bank.includes('支付宝')
  const metal = usdt
    ? card.bank_owner === 'ERC20'
      ? css.erc
      : css.trc
    : alipay
      ? css.alipay
      : css.bank
  return (
    <article
      className={`${css.plate} ${metal}`}
      aria-label={`${card.bank} ${card.bank_owner} 尾号 ${card.bank_no.slice(-4)}`}
    >
      <div className={css.top}>
        <span className={css.mark}>
          <Icon name={usdt ? 'usdt' : alipay ? 'wallet' : 'bank'} />
        </span>
        <div className={css.name}>
          <b className="t-17 cut">{card.bank}</b>
          <span className="t-13 cut">
            {card.bank_owner}
            {networks[card.bank_owner] && `\u2002${networks[card.bank_owner]}`}
          </span>
        </div>
        <IconButton
          icon="trash"
          label={`解除绑定 ${card.bank} 尾号 ${card.bank_no.slice(-4)}`}
          onClick={onUnbind}
        />
      </div>
      <p className={css.no}>
        <Masked number={card.bank_no} groups={alipay ? 2 : 3} />
      </p>
    </article>
  )
}
