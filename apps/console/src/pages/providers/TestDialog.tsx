import { useQueryClient } from '@tanstack/react-query'
import { methodNamed, methods } from '@tianping/contract/payments'
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import css from '../shared/form.module.css'
import { stale, type Provider } from './provider.ts'

/** Opens a small real order; it counts once its notice has come back. */
export function TestDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const [method, setMethod] = useState(provider.methods[0] ?? '')
  const [amount, setAmount] = useState(String(provider.min_price))
  const cache = useQueryClient()
  const test = useAction({
    mutationFn: () =>
      callOnce('POST /api/console/providers/test', { code: provider.code, method, amount }),
    meta: { inPlace: true },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <Dialog title={`测试 ${provider.name}`} width={460} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!test.isPending && !test.data) test.mutate()
        }}
      >
        <p className={css.about}>
          用当前配置创建一笔真实小额订单，不记入任何会员。付款并收到通道通知后，测试才算通过。
        </p>
        <label>
          <span>存款方式</span>
          <Select
            value={method}
            options={provider.methods.map(name => {
              const known = methodNamed(name)
              return { value: name, label: known ? methods[known].label : name }
            })}
            onChange={setMethod}
          />
        </label>
        <label>
          <span>金额（元）</span>
          <Input value={amount} maxLength={10} onChange={event => setAmount(event.target.value)} />
        </label>
        {test.error && <ActionError error={test.error} />}
        {test.data && (
          <Alert
            type="success"
            showIcon
            title={`订单 ${test.data.test_no} 已创建`}
            description={
              <a href={test.data.pay_url} target="_blank" rel="noreferrer">
                打开付款页
              </a>
            }
          />
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{test.data ? '关闭' : '取消'}</Button>
          {!test.data && (
            <Button type="primary" htmlType="submit" loading={test.isPending}>
              创建测试订单
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
