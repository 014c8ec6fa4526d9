import { BankMark } from '../../app/wallet/BankMark.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Masked } from '../../ui/Money.tsx'
import type { Card } from './useWallet.ts'
import css from './wallet.module.css'

const networks: Record<string, string> = { TRC20: 'Tron', ERC20: 'Ethereum' }

const looks = {
  trc: { metal: css.trc, icon: 'usdt', groups: 3 },
  erc: { metal: css.erc, icon: 'usdt', groups: 3 },
  alipay: { metal: css.alipay, icon: 'wallet', groups: 2 },
  bank: { metal: css.bank, icon: 'bank', groups: 3 },
} as const

function kindOf({ bank, bank_owner }: Card, usdt: boolean): keyof typeof looks {
  if (usdt) return bank_owner === 'ERC20' ? 'erc' : 'trc'
  return bank.includes('支付宝') ? 'alipay' : 'bank'
}

type Props = { card: Card; usdt: boolean; onUnbind: () => void }

/**
 * One bound card or address as an engraved plate; only the last four characters of its number show.
 */
export function Plate({ card, usdt, onUnbind }: Props) {
  const { metal, icon, groups } = looks[kindOf(card, usdt)]
  return (
    <article
      className={`${css.plate} ${metal}`}
      aria-label={`${card.bank} ${card.bank_owner} 尾号 ${card.bank_no.slice(-4)}`}
    >
      <div className={css.top}>
        {usdt ? (
          <span className={css.mark}>
            <Icon name={icon} />
          </span>
        ) : (
          <BankMark bank={card.bank} />
        )}
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
        <Masked number={card.bank_no} groups={groups} />
      </p>
    </article>
  )
}
