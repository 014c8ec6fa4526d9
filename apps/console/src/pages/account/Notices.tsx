import { Alert, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { chooseHome, chosenHome, homeByRole } from '../../app/home.ts'
import type { Counter } from '../../app/live.ts'
import { beep, choose, isOn, useChosen, ways, type Way } from '../../app/notices.ts'
import { rooms, type Room } from '../../app/rooms.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useEnters } from '../../app/useBrands.ts'
import { Card } from '../../ui/Room.tsx'
import lists from '../../parts/list/lists.module.css'
import css from './account.module.css'

const BY_ROLE = ''
const wayNames = Object.keys(ways) as Way[]
const queuesOf = (enters: (room: Room) => boolean) =>
  rooms.filter(enters).flatMap(room =>
    (Object.keys(room.counts ?? {}) as Counter[]).map(counter => ({
      counter,
      text:
        Object.keys(room.counts ?? {}).length > 1 ? `${room.title}：${more[counter]}` : room.title,
    })),
  )
/** What a queue of a room with several is called. */
const more: Partial<Record<Counter, string>> = {
  agents_pending: '申请',
  statements_pending: '账单',
  plans_waiting: '佣金方案',
  pay_requests_pending: '支付密码',
  protection_requests_waiting: '保护申请',
  complaints_waiting: '投诉',
  data_requests_waiting: '个人信息',
}

/** The room one comes into, and what tells of new work. Both are remembered by this browser. */
export function Notices() {
  return (
    <>
      <Home />
      <Queues />
    </>
  )
}

function Home() {
  const operator = useOperator()
  const enters = useEnters()
  const [chosen, set] = useState(() => chosenHome(operator))
  const byRole = rooms.find(({ path }) => path === homeByRole(operator.permissions))
  return (
    <Card title="登录后打开">
      <Select
        aria-label="登录后打开"
        style={{ width: 220 }}
        value={chosen}
        options={[
          { value: BY_ROLE, label: `按角色（${byRole?.title ?? ''}）` },
          ...rooms.filter(enters).map(({ path, title }) => ({ value: path, label: title })),
        ]}
        onChange={path => {
          chooseHome(operator, path)
          set(path)
        }}
      />
    </Card>
  )
}

function Queues() {
  const chosen = useChosen()
  const queues = queuesOf(useEnters())
  const [refused, refuse] = useState(false)
  const turn = async (counter: Counter, way: Way, on: boolean) => {
    if (on && way === 'sound') beep()
    if (on && way === 'desktop') {
      const known = 'Notification' in globalThis
      const allowed = known && (await Notification.requestPermission()) === 'granted'
      refuse(!allowed)
      if (!allowed) return
    }
    choose(counter, way, on)
  }
  if (queues.length === 0) return null
  return (
    <Card title="新待办提醒">
      {refused && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          title="浏览器没有允许通知，请在地址栏的网站设置中允许"
        />
      )}
      <table className={`${lists.conditions} ${css.notices}`} aria-label="新待办提醒">
        <thead>
          <tr>
            <th>队列</th>
            {wayNames.map(way => (
              <th key={way}>{ways[way]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map(({ counter, text }) => (
            <tr key={counter}>
              <td>{text}</td>
              {wayNames.map(way => (
                <td key={way}>
                  <Checkbox
                    aria-label={`${text} ${ways[way]}`}
                    checked={isOn(chosen, counter, way)}
                    onChange={event => void turn(counter, way, event.target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
