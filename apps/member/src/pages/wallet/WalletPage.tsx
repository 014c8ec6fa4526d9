import { cardKind, type CardKind } from '@tianping/contract/cards/facts'
import { MAX_CARDS, addressesFull, cardsFull } from '@tianping/contract/cards/rules'
import { WhyRefused } from '../../app/explain/Why.tsx'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { replaceWith } from '../../app/routes/navigation.ts'
import { addressOf, href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { boundKind, forgetBound } from '../../app/wallet/bound.ts'
import { useVenues, walletEveryMs } from '../../app/wallet/venues.ts'
import { confirm } from '../../ui/layer/confirm.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { Masked } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { useEffect, useState } from 'react'
import { Plate } from './Plate.tsx'
import { useCards, useUnbind, type Card } from './useWallet.ts'
import css from './wallet.module.css'

/** The two tabs: what each lists, and what it says. */
const kinds = {
  '1': {
    label: '虚拟币',
    type: cardKind.usdt,
    add: '新增USDT地址',
    to: '/addUsdtCard',
    limit: addressesFull,
    unit: '个',
    empty: '还没有绑定USDT地址',
  },
  '2': {
    label: '其他卡片',
    type: cardKind.bank,
    add: '新增银行卡/支付宝',
    to: '/addBankCard',
    limit: cardsFull,
    unit: '张',
    empty: '还没有绑定卡片',
  },
} as const
type Kind = keyof typeof kinds
const tabs = [
  { key: '1', label: kinds[1].label },
  { key: '2', label: kinds[2].label },
] as const

/** The tab of a kind of card, after one was bound. */
function tabOf(kind: CardKind | null): Kind | null {
  if (kind === null) return null
  return kind === cardKind.bank ? '2' : '1'
}

export default function WalletPage() {
  useVenues(walletEveryMs)
  const { type } = useQueryOf('/wallet')
  const [kind, setKind] = useState<Kind>(tabOf(boundKind()) ?? (type === '2' ? '2' : '1'))
  useEffect(forgetBound, [])
  return (
    <main className="page stack">
      <Segment label="卡片类型" tabs={tabs} value={kind} onChange={setKind} />
      <Cards key={kind} kind={kind} />
    </main>
  )
}

function Cards({ kind }: { kind: Kind }) {
  const { type, limit, unit, empty } = kinds[kind]
  const read = useCards(type)
  const cards = read.data
  const unbind = useUnbind()
  if (!cards) return read.isError ? <FailedAnswer of={read} /> : <Waiting />

  async function askUnbind(card: Card) {
    const sure = await confirm({
      title: '温馨提示',
      text: (
        <>
          确定要解除绑定该卡片吗？
          <br />
          <span className="t-13">
            {type === cardKind.usdt ? card.bank_owner : card.bank} <Masked number={card.bank_no} />
          </span>
        </>
      ),
      yes: '解除绑定',
      danger: true,
    })
    if (sure) unbind.run({ id: card.id })
  }

  return (
    <>
      {cards.length === 0 && (
        <Empty picture="cards">
          {empty}，绑定后即可存取，{limit}
        </Empty>
      )}
      {cards.map(card => (
        <Plate
          key={card.id}
          card={card}
          usdt={type === cardKind.usdt}
          onUnbind={() => void askUnbind(card)}
        />
      ))}
      <WhyRefused error={unbind.error} />
      <Add kind={kind} full={cards.length >= MAX_CARDS} />
      <p className={`t-12 muted ${css.limit}`}>
        {limit}&ensp;已添加 {cards.length} {unit}
      </p>
      <List>
        {type === cardKind.usdt && (
          <LinkRow
            href={href('/usdtmore')}
            title="TRC20 与 ERC20 的区别"
            note="两种地址不可互转，绑定前请确认"
          />
        )}
        {type === cardKind.usdt ? (
          <LinkRow
            href={href('/addBankCard')}
            title="绑定银行卡或支付宝"
            note="姓名须与账户户名一致"
          />
        ) : (
          <LinkRow href={href('/addUsdtCard')} title="绑定USDT地址" note="支持 TRC20 与 ERC20" />
        )}
      </List>
    </>
  )
}

/** The way to bind another one; a full list says so instead. */
function Add({ kind, full }: { kind: Kind; full: boolean }) {
  const { add, to, limit } = kinds[kind]
  const inside = (
    <>
      <Icon name="plus" />
      {add}
    </>
  )
  if (full)
    return (
      <button type="button" className={css.add} onClick={() => toast(limit, 'danger')}>
        {inside}
      </button>
    )
  // The address remembers the tab, so that coming back shows it again.
  return (
    <a
      className={css.add}
      href={href(to)}
      onClick={() => replaceWith(addressOf('/wallet', { type: kind }))}
    >
      {inside}
    </a>
  )
}

const Waiting = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="152px" radius={16} />
    <Skeleton height="64px" radius={16} />
  </div>
)
