import { useQueryClient } from '@tanstack/react-query'
import { trialSteps, venueAdapterNames } from '@tianping/contract/venues/facts'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../app/useAction.ts'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card } from '../../ui/Room.tsx'
import { useMessage } from '../../ui/above.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { stale, stateOf, weekdays, type Connection } from './connection.ts'
import { ConnectionKeys } from './ConnectionKeys.tsx'
import css from './venues.module.css'

const limitOf = (amount: number) => (amount === 0 ? '不限' : yuan(amount))

const windowOf = ({ window_day, window_from, window_until }: Connection) =>
  window_from === window_until
    ? '无'
    : `${weekdays[window_day] ?? ''} ${window_from}–${window_until}`

const keysOf = ({ key, previous_key }: Connection): ReactNode => {
  if (key === '') return '未提交'
  return previous_key === '' ? key : `${key}（上一把 ${previous_key} 仍可用）`
}

function healthOf({ failures, rests_until, last_error }: Connection): ReactNode {
  if (rests_until !== '')
    return (
      <Status tone="bad">{`连续 ${failures} 次无应答，暂停呼叫至 ${rests_until.slice(11)}`}</Status>
    )
  return failures === 0 ? (
    <Status tone="good">正常</Status>
  ) : (
    <span title={last_error}>
      <Status tone="waiting">{`连续 ${failures} 次无应答`}</Status>
    </span>
  )
}

/** One connection: where the venue is, how it does, and what can be done with it. */
export function ConnectionCard({
  connection,
  onEdit,
}: {
  connection: Connection
  onEdit: () => void
}) {
  const { may } = useOperator()
  const state = stateOf(connection)
  const { code, name, adapter, proposed_by } = connection
  const outside = adapter !== 'sandbox'
  return (
    <Card
      title={name ? `${name}（${code}）` : `${code}（未上站）`}
      extra={<Status tone={state.tone}>{outside ? state.text : '沙盒'}</Status>}
    >
      <Facts>
        <Fact label="接口类型">{venueAdapterNames[adapter]}</Fact>
        <Fact label="接口地址">{outside ? connection.endpoint : '由运行环境指定'}</Fact>
        {outside && <Fact label="商户号">{connection.merchant}</Fact>}
        {outside && <Fact label="密钥指纹">{keysOf(connection)}</Fact>}
        <Fact label="币种">{connection.currency}</Fact>
        <Fact label="注单读取">每 {connection.feed_seconds} 秒</Fact>
        <Fact label="单次上限">{limitOf(connection.max_transfer)}</Fact>
        <Fact label="余额上限">{limitOf(connection.exposure)}</Fact>
        <Fact label="例行维护">{windowOf(connection)}</Fact>
        <Fact label="健康">{healthOf(connection)}</Fact>
      </Facts>
      <Trial connection={connection} />
      {proposed_by !== '' && (
        <p className={css.waits}>
          {proposed_by} 的修改等待另一位同事批准：
          <a href={href('/rules', { rule: `venue:${code}` })}>查看</a>
        </p>
      )}
      {may('venue.write') && <Ways connection={connection} onEdit={onEdit} />}
    </Card>
  )
}

function Trial({ connection: { trial } }: { connection: Connection }) {
  if (!trial) return null
  return (
    <div className={css.trial}>
      <p>
        <Status tone={trial.passed ? 'good' : 'bad'}>
          {trial.passed ? '测试通过' : '测试未通过'}
        </Status>{' '}
        <small className={css.quiet}>
          {trial.tried_by}，{trial.tried_at}
          {!trial.of_present && '（不是当前配置）'}
        </small>
      </p>
      <ul>
        {trial.steps.map(({ step, ok, said, ms }) => (
          <li key={step}>
            <Status tone={ok ? 'good' : 'bad'}>{trialSteps[step]}</Status>{' '}
            <small className={css.quiet}>
              {said}，{ms} 毫秒
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Ways({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const [keys, setKeys] = useState(false)
  const { adapter, version, proposed_by, proposed_key } = connection
  const waits = proposed_by !== ''
  const outside = adapter !== 'sandbox'
  const triable = outside && (connection.key !== '' || proposed_key)
  return (
    <div className={css.ways}>
      <Button size="small" disabled={waits} onClick={onEdit}>
        修改
      </Button>
      {outside && version > 0 && (
        <Button size="small" disabled={waits} onClick={() => setKeys(true)}>
          {connection.key === '' ? '提交密钥' : '更换密钥'}
        </Button>
      )}
      {triable && <Try connection={connection} />}
      {keys && <ConnectionKeys connection={connection} onClose={() => setKeys(false)} />}
    </div>
  )
}

/** Tries the connection now; the card then shows how each step went. */
function Try({ connection: { code, name, proposed_key } }: { connection: Connection }) {
  const cache = useQueryClient()
  const message = useMessage()
  const attempt = useAction({
    mutationFn: () => callOnce('POST /api/console/venues/try', { code }),
    onSuccess: ({ trial }) => {
      if (trial)
        void message[trial.passed ? 'success' : 'error'](
          `${name || code}：${trial.passed ? '测试通过' : '测试未通过'}`,
        )
    },
    onSettled: () => Promise.all(stale.map(each => cache.invalidateQueries({ queryKey: [each] }))),
  })
  return (
    <Button
      size="small"
      type="primary"
      loading={attempt.isPending}
      onClick={() => attempt.mutate()}
    >
      {proposed_key ? '测试新密钥' : '测试'}
    </Button>
  )
}
