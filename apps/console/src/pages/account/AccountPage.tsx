import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { go } from '../../app/address.ts'
import { meQuery, sessionBegan } from '../../app/session/me.ts'
import { useOperator } from '../../app/session/operator.ts'
import { SessionList } from '../../parts/SessionList.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'

const name = 'POST /api/console/account/show'

/** One's own account: password, second factor, log-ins. */
export default function AccountPage() {
  const { must, name: own, role_label } = useOperator()
  const cache = useQueryClient()
  const { message } = App.useApp()
  const [shown, setShown] = useState<string[]>([])
  const account = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  /** What had to be done first may be done now. */
  const moveOn = () => void cache.refetchQueries({ queryKey: meQuery.queryKey })
  const changed = () => {
    void cache.invalidateQueries({ queryKey: [name] })
    moveOn()
  }
  /** Recovery codes are seen only here: the page stays until they were read. */
  const showCodes = (codes: string[]) => {
    setShown(codes)
    void cache.invalidateQueries({ queryKey: [name] })
    if (codes.length === 0) moveOn()
  }
  const end = useMutation({
    mutationFn: (id: number) => call('POST /api/console/account/sessions/end', { id }),
    onSuccess: () => void message.success('已退出'),
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  const leave = useMutation({
    mutationFn: () => call('POST /api/console/logout', {}),
    onSuccess: () => {
      go('/', true)
      sessionBegan(cache, null)
    },
  })
  const { data } = account
  return (
    <Room
      title="我的账号"
      tools={
        must !== '' && (
          <>
            <span style={{ flex: 1 }} />
            <Button onClick={() => leave.mutate()} loading={leave.isPending}>
              退出登录
            </Button>
          </>
        )
      }
    >
      {must === 'password' && (
        <Alert
          type="warning"
          showIcon
          title="请先设置自己的密码"
          description="您使用的是一次性密码，修改后才能进入后台。"
        />
      )}
      {must === 'second_factor' && (
        <Alert
          type="warning"
          showIcon
          title="请先设置双重验证"
          description="您的角色须使用验证器或通行密钥登录，设置后才能进入后台。"
        />
      )}
      {!data &&
        (account.error ? (
          <Failure error={account.error} retry={() => void account.refetch()} />
        ) : (
          <Waiting />
        ))}
      {data && (
        <>
          <Card title="账号">
            <Facts>
              <Fact label="账号">{own}</Fact>
              <Fact label="角色">{role_label}</Fact>
              <Fact label="当前地址">{data.address}</Fact>
              <Fact label="允许地址">
                {data.allowed.length > 0 ? data.allowed.join('、') : '不限'}
              </Fact>
            </Facts>
          </Card>
          {must !== 'second_factor' && (
            <Card title="修改密码">
              <PasswordForm onDone={changed} />
            </Card>
          )}
          {must !== 'password' && (
            <SecondFactor account={data} codes={shown} onCodes={showCodes} onChanged={changed} />
          )}
          <Card
            title="登录会话"
            flush
            extra={
              data.sessions.length > 1 && (
                <Button size="small" loading={end.isPending} onClick={() => end.mutate(0)}>
                  退出其他全部
                </Button>
              )
            }
          >
            <SessionList
              sessions={data.sessions}
              busy={end.isPending}
              onEnd={session => end.mutate(session.id)}
            />
          </Card>
        </>
      )}
    </Room>
  )
}
