import { formatFen } from '@tianping/money'
import { useState } from 'react'
import type { useAnswer } from '../../app/calls.ts'
import { EmptyChoice } from '../../app/EmptyChoice.tsx'
import { href } from '../../app/routes/paths.ts'
import { BankMark } from '../../app/wallet/BankMark.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Masked } from '../../ui/Money.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import type { Card, Tab } from './useWithdrawal.ts'
import css from './withdrawal.module.css'

const kinds = {
  1: {
    choose: '选择USDT地址',
    short: '选择地址',
    add: '添加USDT地址',
    to: '/addUsdtCard',
    none: '还没有绑定USDT地址',
  },
  2: {
    choose: '选择银行卡',
    short: '选择银行卡',
    add: '添加银行卡',
    to: '/addBankCard',
    none: '还没有绑定银行卡或支付宝',
  },
} as const

type Props = {
  tab: Tab
  /** What may be taken out; undefined while it is not known. */
  heldFen: bigint | undefined
  cards: ReturnType<typeof useAnswer<'POST /api/getcard'>>
  card: Card | undefined
  bad: boolean
  onChoose: (id: number) => void
}

const nameOf = (tab: Tab, card: Card) => (tab === 1 ? card.bank_owner : card.bank)

const Held = ({ fen }: { fen: bigint | undefined }) => (
  <span className="t-13 muted">可取 {fen === undefined ? '—' : `¥${formatFen(fen)}`}</span>
)

/** From the central wallet to a bound card; without one, to where it is bound. */
export function Target({ tab, heldFen, cards, card, bad, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const { choose, short, add, to, none } = kinds[tab]
  return (
    <>
      <div className="route">
        <div className="end-point">
          <span className="way">从</span>
          <br />
          <b className="t-15">中心钱包</b>
          <br />
          <Held fen={heldFen} />
        </div>
        {cards.data?.length === 0 ? (
          <a className={bad ? 'end-point input--bad' : 'end-point'} href={href(to)}>
            <span className="way">到</span>
            <br />
            <b className="t-15 blue">{add}</b>
            <br />
            <span className="t-13 muted">尚未绑定</span>
          </a>
        ) : (
          <button
            type="button"
            className={bad ? 'end-point input--bad' : 'end-point'}
            aria-haspopup="listbox"
            aria-label={
              card
                ? `到：${nameOf(tab, card)}，尾号 ${card.bank_no.slice(-4)}`
                : `到：${short}，点击选择`
            }
            onClick={() => setOpen(true)}
          >
            <span className="way">
              到<Icon name="down" size={16} />
            </span>
            <br />
            <b className="t-15">{card ? nameOf(tab, card) : short}</b>
            <br />
            <span className="t-13 muted">
              {card ? <Masked number={card.bank_no} /> : '点击选择'}
            </span>
          </button>
        )}
        <span className="via" aria-hidden="true">
          <Icon name="arrow" size={20} />
        </span>
      </div>
      <Picker
        open={open}
        title={choose}
        choices={(cards.data ?? []).map(each => ({
          key: String(each.id),
          label: nameOf(tab, each),
          mark: <BankMark bank={each.bank} />,
          note: <Masked number={each.bank_no} />,
        }))}
        value={card && String(card.id)}
        onChoose={key => onChoose(Number(key))}
        onClose={() => setOpen(false)}
        foot={
          <ButtonLink kind="tonal" size={44} block icon="plus" className={css.more} href={href(to)}>
            {add}
          </ButtonLink>
        }
        empty={<EmptyChoice of={cards} text={none} />}
      />
    </>
  )
}
