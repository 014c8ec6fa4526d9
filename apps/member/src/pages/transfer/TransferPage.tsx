import { formatFen } from '@tianping/contract/money'
import { PLATFORM, transferRules } from '@tianping/contract/rules'
import { useState } from 'react'
import { Refusal } from '../../app/form/Refusal.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { WalletVault } from '../../app/wallet/WalletVault.tsx'
import { fenOf, typedFen, typedOf } from '../../app/wallet/money.ts'
import { useDraftForm } from '../../app/wallet/useDraftForm.ts'
import { href } from '../../app/routes/paths.ts'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { FieldError } from '../../ui/field/Field.tsx'
import { Switch } from '../../ui/field/Switch.tsx'
import { afterTransfer } from './estimate.ts'
import { Ends } from './Ends.tsx'
import {
  useAutomatic,
  usePending,
  useTransfer,
  useWallets,
  type Pending,
  type Wallet,
} from './useTransfer.ts'
import css from './transfer.module.css'

export default function TransferPage() {
  const { venues, wallets, automatic, known } = useWallets()
  return (
    <main>
      <div className="page stack">
        <WalletVault title="平台钱包" venues={venues.data} first={4} />
        <Automatic on={automatic} known={known} />
        {automatic && (
          <Alert kind="blue">
            已开启自动免转：进入游戏时余额自动转入该场馆，换场馆时自动带走。需要手动转账请先关闭。
          </Alert>
        )}
      </div>
      {known && !automatic && <Manual wallets={wallets} />}
    </main>
  )
}

/** The switch says what it does before it does it: money will move without being asked again. */
function Automatic({ on, known }: { on: boolean; known: boolean }) {
  const change = useAutomatic()
  async function turn(next: boolean) {
    if (
      next &&
      !(await confirm({
        title: '开启自动免转',
        text: '开启后，每次进入游戏，平台钱包的余额会自动转入该场馆；上一个场馆的余额会先自动转回。可随时关闭。',
        yes: '开启',
        icon: 'transfer',
      }))
    )
      return
    change.run({ transferstatus: next ? 1 : 0 })
  }
  return (
    <section className={`card ${css.auto}`}>
      <span>
        <b>自动免转</b>
        <br />
        <span className="t-12 faint">开启后余额自动转入游戏场馆</span>
      </span>
      <Switch
        label="自动免转"
        on={on}
        disabled={!known || change.busy}
        onChange={next => void turn(next)}
      />
    </section>
  )
}

const empty = { sourcetype: PLATFORM as string, targettype: '', amount: '' }

function Manual({ wallets }: { wallets: readonly Wallet[] }) {
  const [pending, setPending] = useState<Pending>()
  const form = useDraftForm('transfer', empty, { typed: ['amount'], ofRule: { balance: 'amount' } })
  const transfer = useTransfer({
    failed: form.refused,
    moved: unconfirmed => {
      form.set({ amount: '' })
      setPending(unconfirmed)
    },
  })
  usePending(pending, () => setPending(undefined))
  const { sourcetype, amount } = form.values
  const targettype = form.values.targettype || (wallets[1]?.platname ?? '')
  const source = wallets.find(({ platname }) => platname === sourcetype) ?? wallets[0]!
  const target = wallets.find(({ platname }) => platname === targettype)
  const fen = typedFen(amount)
  const after = target && afterTransfer(source, target, fen)
  const short = fen - fenOf(source.balance)
  const ends = (next: { sourcetype?: string; targettype?: string }) =>
    form.set({ targettype, ...next })

  return (
    <form
      ref={form.element}
      className="app--action"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const sent = { sourcetype, targettype, amount: amount.replace(/\.$/, '') }
        if (form.passes(transferRules(sent))) transfer.run(sent)
      }}
    >
      <div className={`page stack ${css.manual}`}>
        {pending && (
          <Alert>
            场馆尚未确认上一笔转账，资金已暂时冻结，确认后自动到账或退回，不会丢失。
            <a className="b" href={href('/transRecord', { type: pending.type })}>
              查看记录
            </a>
          </Alert>
        )}
        <Card>
          <Ends
            wallets={wallets}
            source={source}
            target={target}
            bad={form.errorAt('targettype') !== null}
            onChoose={ends}
          />
          {form.errorAt('targettype') ? (
            <FieldError text={form.errorAt('targettype')!} />
          ) : (
            <p className={`note ${css.ends}`}>场馆内钱包不支持互转</p>
          )}
          <div className={css.amount}>
            <AmountField
              label="转账金额"
              value={amount}
              onChange={value => form.set({ amount: value })}
              error={form.errorAt('amount')}
              end={
                <Button
                  kind="tonal"
                  size={36}
                  onClick={() => form.set({ amount: typedOf(fenOf(source.balance)) })}
                >
                  最大金额
                </Button>
              }
              note={
                after ? (
                  <>
                    转后 {source.name} ¥{formatFen(after.source)}&ensp;{target!.name} ¥
                    {formatFen(after.target)}
                  </>
                ) : fen > 0n && short > 0n ? (
                  <span className="red">
                    {source.name}余额不足，还差 ¥{formatFen(short)}
                  </span>
                ) : (
                  `${source.name}可转 ¥${formatFen(fenOf(source.balance))}`
                )
              }
            />
          </div>
        </Card>
        <Refusal form={form} />
        <ServiceAsk about="转账" />
      </div>
      <ActionBar>
        <Button type="submit" busy={transfer.busy} disabled={!target}>
          立即转账{fen > 0n && ` ¥${formatFen(fen)}`}
        </Button>
      </ActionBar>
    </form>
  )
}
