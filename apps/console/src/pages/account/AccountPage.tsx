import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { go } from '../../app/address.ts'
import { meQuery, sessionBegan } from '../../app/session/me.ts'
import { useOperator } from '../../app/session/operator.ts'
import { SessionList } from '../../parts/SessionList.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { useMessage } from '../../ui/above.ts'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Notices } from './Notices.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'

const name = 'POST /api/console/account/show'
type Account = ConsoleGiven<typeof name>

/** One's own account: password, second factor, log-ins. */
export default function AccountPage() {
  const { must } = useOperator()
  const account = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  return (
    <Room title="我的账号" tools={must !== '' && <LogOut />}>
      <FirstDuty />
      {account.data ? <Parts account={account.data} /> : <Unloaded query={account} />}
    </Room>
  )
}

/** The menu is closed while something has to be done first, so the way out is here. */
function LogOut() {
  const cache = useQueryClient()
  const leave = useAction({
    mutationFn: () => call('POST /api/console/logout', {}),
    onSuccess: () => {
      go('/', true)
      sessionBegan(cache, null)
    },
  })
  return (
    <>
      <span style={{ flex: 1 }} />
      <Button onClick={() => leave.mutate()} loading={leave.isPending}>
        退出登录
      </Button>
    </>
  )
}

const duties = {
  password: {
    title: '请先设置自己的密码',
    description: '您使用的是一次性密码，修改后才能进入后台。',
  },
  second_factor: {
    title: '请先设置双重验证',
    description: '您的角色须使用验证器或通行密钥登录，设置后才能进入后台。',
  },
}

/** What has to be done before the back office opens. */
function FirstDuty() {
  const { must } = useOperator()
  return must !== '' && <Alert type="warning" showIcon {...duties[must]} />
}

function Parts({ account }: { account: Account }) {
  const { must } = useOperator()
  const cache = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])
  const stale = () => void cache.invalidateQueries({ queryKey: [name] })
  // What had to be done first may be done now.
  const moveOn = () => void cache.refetchQueries({ queryKey: meQuery.queryKey })
  const changed = () => {
    stale()
    moveOn()
  }
  // Recovery codes are seen only here: the page stays until they were read.
  const showCodes = (made: string[]) => {
    setCodes(made)
    stale()
    if (made.length === 0) moveOn()
  }
  return (
    <>
      <Profile account={account} />
      {must !== 'second_factor' && (
        <Card title="修改密码">
          <PasswordForm onDone={changed} />
        </Card>
      )}
      {must !== 'password' && (
        <SecondFactor account={account} codes={codes} onCodes={showCodes} onChanged={changed} />
      )}
      <Sessions account={account} />
      {must === '' && <Notices />}
    </>
  )
}

function Profile({ account }: { account: Account }) {
  const { name: own, role_label } = useOperator()
  return (
    <Card title="账号">
      <Facts>
        <Fact label="账号">{own}</Fact>
        <Fact label="角色">{role_label}</Fact>
        <Fact label="当前地址">{account.address}</Fact>
        <Fact label="允许地址">
          {account.allowed.length > 0 ? account.allowed.join('、') : '不限'}
        </Fact>
      </Facts>
    </Card>
  )
}

const everyOther = 0

function Sessions({ account }: { account: Account }) {
  const cache = useQueryClient()
  const message = useMessage()
  const end = useAction({
    mutationFn: (id: number) => call('POST /api/console/account/sessions/end', { id }),
    onSuccess: () => void message.success('已退出'),
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  return (
    <Card
      title="登录会话"
      flush
      extra={
        account.sessions.length > 1 && (
          <Button size="small" loading={end.isPending} onClick={() => end.mutate(everyOther)}>
            退出其他全部
          </Button>
        )
      }
    >
      <SessionList
        sessions={account.sessions}
        busy={end.isPending}
        onEnd={session => end.mutate(session.id)}
      />
    </Card>
  )
}
