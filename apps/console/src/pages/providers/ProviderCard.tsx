import { methods, methodNamed } from '@tianping/contract/payments'
import { providerAdapters, testStates } from '@tianping/contract/providers/facts'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card } from '../../ui/Room.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { stale, stateOf, type Provider } from './provider.ts'
import { TestDialog } from './TestDialog.tsx'
import css from './providers.module.css'

const labelOf = (name: string) => {
  const method = methodNamed(name)
  return method ? methods[method].label : name
}

const feeOf = ({ fee_rate, fee_fen }: Provider) =>
  fee_rate === 0 && fee_fen === 0
    ? '无'
    : `${(fee_rate / 100).toFixed(2)}% + ${yuan(fee_fen / 100)}`

/** What the sandbox's provider takes is without end. */
const NO_LIMIT = 10_000_000_000
const limitOf = ({ min_price, max_price }: Provider) =>
  max_price >= NO_LIMIT ? '不限' : `${yuan(min_price)} – ${yuan(max_price)}`

const payoutOf = (p: Provider) => {
  if (p.payout_max_price === 0) return '不付款'
  const range = limitOf({ ...p, min_price: p.payout_min_price, max_price: p.payout_max_price })
  const fee = feeOf({ ...p, fee_rate: p.payout_fee_rate, fee_fen: p.payout_fee_fen })
  return `${range}，费用 ${fee}`
}

const hoursOf = ({ hours_from, hours_until }: Provider) =>
  hours_from === '00:00' && hours_until === '24:00' ? '全天' : `${hours_from}–${hours_until}`

const tierOf = ({ min_tier }: Provider) => (min_tier === 0 ? '不限' : `${min_tier} 级及以上`)

/** One provider: what it is, how it does, and what can be done with it. */
export function ProviderCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { may } = useOperator()
  const state = stateOf(provider)
  return (
    <Card
      title={`${provider.name}（${provider.code}）`}
      extra={<Status tone={state.tone}>{state.text}</Status>}
    >
      <Facts>
        <Fact label="接口类型">{providerAdapters[provider.adapter]}</Fact>
        <Fact label="商户号">{provider.merchant}</Fact>
        <Fact label="接口地址">{provider.endpoint}</Fact>
        <Fact label="回调地址">
          {provider.adapter === 'sandbox' ? '' : <Copy text={provider.callback_url} />}
        </Fact>
        <Fact label="存款方式">{provider.methods.map(labelOf).join('、')}</Fact>
        <Fact label="单笔限额">{limitOf(provider)}</Fact>
        <Fact label="费用">{feeOf(provider)}</Fact>
        <Fact label="付款">{payoutOf(provider)}</Fact>
        <Fact label="营业时间">{hoursOf(provider)}</Fact>
        <Fact label="认证级别">{tierOf(provider)}</Fact>
        <Fact label="优先级">
          {provider.priority}（权重 {provider.weight}）
        </Fact>
        <Fact label="密钥指纹">{keysOf(provider)}</Fact>
        <Fact label="健康">{healthOf(provider)}</Fact>
      </Facts>
      <TestLine provider={provider} />
      {provider.proposed_by !== '' && (
        <p className={css.waits}>
          {provider.proposed_by} 的修改等待另一位同事批准：
          <a href={href('/rules', { rule: `provider:${provider.code}` })}>查看</a>
        </p>
      )}
      {may('provider.write') && <Ways provider={provider} onEdit={onEdit} />}
    </Card>
  )
}

const keysOf = ({ adapter, key, previous_key }: Provider): ReactNode => {
  if (adapter === 'sandbox') return '不需要'
  if (key === '') return '未提交'
  return previous_key === '' ? key : `${key}（上一把 ${previous_key} 仍可验签）`
}

const healthOf = ({ failures, rests_until }: Provider) => {
  if (rests_until !== '') return `连续 ${failures} 单无应答，停用至 ${rests_until}`
  return failures === 0 ? '正常' : `连续 ${failures} 单无应答`
}

function TestLine({ provider: { test } }: { provider: Provider }) {
  if (!test) return null
  const open = test.state === 'open' && test.pay_url !== ''
  return (
    <p className={css.test}>
      测试订单 {test.test_no}：{yuan(test.amount)}，{testStates[test.state]}
      {test.paid_at && `（${test.paid_at}）`}
      {open && (
        <>
          {' '}
          <a href={test.pay_url} target="_blank" rel="noreferrer">
            去付款
          </a>
        </>
      )}
    </p>
  )
}

function Ways({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const [dialog, setDialog] = useState<'keys' | 'test' | null>(null)
  const { code, name, state, adapter } = provider
  const waits = provider.proposed_by !== ''
  const outside = adapter !== 'sandbox'
  return (
    <div className={css.ways}>
      <Button size="small" disabled={waits} onClick={onEdit}>
        修改
      </Button>
      {outside && (
        <Button size="small" disabled={waits} onClick={() => setDialog('keys')}>
          {provider.key === '' ? '提交密钥' : '更换密钥'}
        </Button>
      )}
      {outside && provider.key !== '' && (
        <Button size="small" onClick={() => setDialog('test')}>
          测试订单
        </Button>
      )}
      {(state === 'testing' || state === 'paused') && (
        <ActionDialog
          size="small"
          type="primary"
          disabled={waits}
          draft={`providers/${code}/open`}
          decision={{
            title: `开通 ${name}`,
            sentence: '批准后，会员的新订单会按优先级和权重进入该通道。需要另一位同事批准。',
            confirm: '提交开通',
            required: '说明原因',
          }}
          action={remark => callOnce('POST /api/console/providers/open', { code, remark })}
          done="已提交，等待另一位同事批准"
          stale={stale}
        >
          开通
        </ActionDialog>
      )}
      {state === 'open' && (
        <ActionDialog
          size="small"
          danger
          draft={`providers/${code}/pause`}
          decision={{
            title: `暂停 ${name}`,
            sentence: '立即生效：新订单不再进入该通道。已打开的订单付款后仍会入账。',
            confirm: '暂停',
            required: '说明原因',
          }}
          action={remark => callOnce('POST /api/console/providers/pause', { code, remark })}
          done="已暂停"
          stale={stale}
        >
          暂停
        </ActionDialog>
      )}
      {dialog === 'keys' && <KeysDialog provider={provider} onClose={() => setDialog(null)} />}
      {dialog === 'test' && <TestDialog provider={provider} onClose={() => setDialog(null)} />}
    </div>
  )
}
