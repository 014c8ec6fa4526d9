import { More, time } from './parts.tsx'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { SignIn } from './wire.ts'

const EVENT_NAMES = { try: '尝试登录', in: '登录成功', out: '退出' }

/** Under which name somebody tried to come in, from where, and who did. */
export function SignInsTab({ ask }: { ask: Ask }) {
  const { items, more } = useList<SignIn>(ask, 'sign-ins', last => last.sign_in_id)
  return (
    <>
      <table>
        <thead>
          <tr>
            <th>时间</th>
            <th>用户名</th>
            <th>事件</th>
            <th>地址</th>
          </tr>
        </thead>
        <tbody>
          {items?.map(signIn => (
            <tr key={signIn.sign_in_id}>
              <td>{time(signIn.at)}</td>
              <td>{signIn.name}</td>
              <td>{EVENT_NAMES[signIn.event]}</td>
              <td>{signIn.address}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <More more={more} />
    </>
  )
}
