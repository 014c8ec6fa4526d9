// A log-in from a device that the member never used is told to the member, at either door.
import { beijing } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { openAgents } from '../agent/support.ts'

const { site, clock, agent } = await openAgents('2026-11-20 12:00:00')
const PASSWORD = 'secret1'

/** A browser by its mark, its name and where it is. */
const browser = (mark: string, agent: string, address: string) => ({
  cookie: `__Host-tianping_device=${mark.repeat(32)}`,
  'user-agent': agent,
  'x-forwarded-for': address,
})
const [own, thief] = [browser('a', 'Own/1', '192.0.2.1'), browser('b', 'Thief/1', '198.51.100.7')]

const doors = [
  ['POST /api/login', { code: 'x' }],
  ['POST /api/agent/login', {}],
] as const

test.each(doors)('%s tells of a device that is new, once', async (door, more) => {
  const member = await agent()
  const enter = async (headers: Record<string, string>) => {
    clock.advance(60_000)
    const entered = await site.call(
      door,
      { name: member.name, password: PASSWORD, ...more },
      { headers },
    )
    expect(entered.message).toBe('登录成功')
  }
  const told = async () => {
    const asked = { type: 2, page: 1 }
    const { data } = await site.call<{ data: { title: string; content: string }[] }>(
      'POST /api/noticeList',
      asked,
      member,
    )
    return data.data.filter(({ title }) => title === '新设备登录提醒').map(({ content }) => content)
  }
  await enter(own)
  const known = await told()
  // The same browser, and the same in a private window: name and address are known.
  await enter(own)
  await enter(browser('c', 'Own/1', '192.0.2.1'))
  expect(await told()).toEqual(known)
  await enter(thief)
  expect(await told()).toEqual([
    `<p>您的账号于 ${beijing(clock.now())} 在新设备上登录，IP 地址 198.51.100.7。</p>` +
      '<p>如非本人操作，请立即修改登录密码并联系客服。</p>',
    ...known,
  ])
  // It is known from now on, wherever it is.
  await enter(browser('b', 'Thief/1', '203.0.113.9'))
  expect(await told()).toHaveLength(known.length + 1)
})
